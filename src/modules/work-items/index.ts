import { ALL, read, scoped } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { WorkItemResolver } from './work-item.resolver.js';
import { WorkItemService } from './work-item.service.js';

/** What is to be done, by whom and until when. */
export const workItemsFeature = feature({
  access: {
    'Query.workItem': read(ALL),
    'Query.workItems': read(ALL),
    'Mutation.createWorkItem': scoped('assess', ALL),
    'Mutation.updateWorkItem': scoped('assess', ALL),
    'Mutation.deleteWorkItem': scoped('assess', ALL),
  },
  create() {
    return { services: {}, resolvers: [new WorkItemResolver(new WorkItemService())] };
  },
});
