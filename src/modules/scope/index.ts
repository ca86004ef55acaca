import { ADMIN_AUDITOR, ALL, interactive, read, scoped } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { openScopeDecisionsOf } from './scope.read.js';
import {
  ControlScopeResolver,
  FrameworkScopeResolver,
  ScopeDecisionResolver,
  ScopeOfControlResolver,
  ScopeResolver,
} from './scope.resolver.js';
import { ScopeService } from './scope.service.js';

/** What of a framework is in scope of an organization: proposals, approvals, and their effect. */
export const scopeFeature = feature({
  access: {
    'Query.scopeDecisions': read(ALL),
    'Mutation.proposeScopeSelection': scoped('assess', ALL),
    'Mutation.proposeExclusions': scoped('assess', ALL),
    'Mutation.proposeInclusions': scoped('assess', ALL),
    'Mutation.approveScopeDecisions': interactive(ADMIN_AUDITOR),
    'Mutation.rejectScopeDecisions': interactive(ADMIN_AUDITOR),
    'Mutation.withdrawScopeDecisions': scoped('assess', ALL),
  },
  listSizes: () => ({
    'ScopeChoice.values': 4,
    'FrameworkScope.decisions': 20,
    'FrameworkScope.proposals': 5,
    'SprsScore.partlyImplemented': 2,
    'ScopeDecisionsPayload.results': 20,
  }),
  create() {
    const resolvers = [
      new ScopeResolver(new ScopeService()),
      new ScopeDecisionResolver(),
      new FrameworkScopeResolver(),
      new ScopeOfControlResolver(),
      new ControlScopeResolver(),
    ];
    return { services: {}, resolvers, afterMutation: (ctx) => ctx.once(openScopeDecisionsOf).forget() };
  },
});
