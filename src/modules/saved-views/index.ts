import { ALL, interactive } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { SavedViewEntity } from './saved-view.entity.js';
import { SavedViewResolver } from './saved-view.resolver.js';
import { SavedViewService, VIEWS_MAX } from './saved-view.service.js';

/** Filters of lists that people give a name. */
export const savedViewsFeature = feature({
  access: {
    'Query.savedViews': interactive(ALL),
    'Mutation.saveView': interactive(ALL),
    'Mutation.deleteSavedView': interactive(ALL),
  },
  listSizes: () => ({ 'Query.savedViews': VIEWS_MAX }),
  entities: [SavedViewEntity],
  create: () => ({ services: {}, resolvers: [new SavedViewResolver(new SavedViewService())] }),
});
