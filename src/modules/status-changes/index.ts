import { ALL, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { ControlDeciderResolver, StatusChangeResolver, StatusDeciderResolver } from './status-change.resolver.js';
import { statusChangeRoutes } from './status-change.rest.js';

/** The ledger of statuses as a feed, and what decides a status now. */
export const statusChangesFeature = feature({
  access: { 'Query.statusChanges': read(ALL), 'Query.compare': read(ALL) },
  listSizes: ({ controls, frameworks }) => ({
    'PostureComparison.changes': controls / frameworks,
    'PostureComparison.scores': frameworks + 1,
  }),
  create() {
    return {
      services: {},
      resolvers: [new StatusChangeResolver(), new ControlDeciderResolver(), new StatusDeciderResolver()],
      routes: statusChangeRoutes,
    };
  },
});
