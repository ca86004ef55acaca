import { ALL, read, scoped } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import { WorkItemChangeResolver } from './change.resolver.js';
import { CHANGES_MAX } from './change.sql.js';
import { ASSIGNEES_NAMED } from './assignee.loader.js';
import { AssigneeResolver } from './assignee.resolver.js';
import { CommentResolver } from './comment.resolver.js';
import { CommentService } from './comment.service.js';
import { MENTIONS_MAX } from './comment.type.js';
import { WorkItemMails } from './work-item-mails.js';
import { WorkItemResolver } from './work-item.resolver.js';
import { workItemRoutes } from './work-item.rest.js';
import { CheckWorkResolver, FindingWorkResolver } from './work-subject.resolver.js';
import { WorkItemService } from './work-item.service.js';
import { WORK_ITEMS_MAX } from './work-item.type.js';

/** What is to be done, by whom and until when, and what people say about it. */
export const workItemsFeature = feature({
  access: {
    'Query.workItem': read(ALL),
    'Query.workItems': read(ALL),
    'Mutation.createWorkItem': scoped('assess', ALL),
    'Mutation.updateWorkItem': scoped('assess', ALL),
    'Mutation.updateWorkItems': scoped('assess', ALL),
    'Mutation.deleteWorkItem': scoped('assess', ALL),
    'Query.workItemComments': read(ALL),
    'Mutation.addWorkItemComment': scoped('assess', ALL),
    'Mutation.updateWorkItemComment': scoped('assess', ALL),
    'Mutation.deleteWorkItemComment': scoped('assess', ALL),
  },
  listSizes: () => ({
    'Control.assignees': ASSIGNEES_NAMED,
    'UpdateWorkItemsPayload.results': WORK_ITEMS_MAX,
    'WorkItem.history': CHANGES_MAX / 10,
    'WorkItemComment.mentioned': MENTIONS_MAX / 10,
  }),
  tags: {
    'work-items': { name: 'Work items', description: 'What is to be done, by whom and until when.' },
    'work-item-comments': { name: 'Comments on work items', description: 'What people say about work items.' },
  },
  create({ vault, mailSender, publicUrl }: Platform) {
    const mails = new WorkItemMails(new OutgoingMails(vault), mailSender, publicUrl);
    const workItems = new WorkItemService(mails);
    return {
      services: { workItems },
      routes: workItemRoutes,
      resolvers: [
        new WorkItemResolver(workItems),
        new FindingWorkResolver(),
        new CheckWorkResolver(),
        new WorkItemChangeResolver(),
        new CommentResolver(new CommentService(mails)),
        new AssigneeResolver(),
      ],
    };
  },
});
