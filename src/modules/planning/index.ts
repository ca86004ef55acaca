import { ALL, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { PlanningResolver, PlanStepResolver } from './planning.resolver.js';
import { planningRoutes } from './planning.rest.js';

/** At the default of 600 requests a minute. Our choice: a plan tries hundreds of steps in this process. */
const PLANS_PER_600 = 60;

/** What would follow from steps that nobody has taken. */
export const planningFeature = feature({
  access: { 'Query.whatIf': read(ALL), 'Query.plan': read(ALL) },
  listSizes: ({ controls, frameworks }) => ({
    'WhatIf.changes': controls / frameworks,
    'WhatIf.scores': frameworks + 1,
    'WhatIf.events': 3,
    'Plan.steps': 20,
    'Plan.leftOut': 20,
    'PlanLeftOut.holds': 1,
    'PlanStep.controls': 10,
    'PlanStep.work': 1,
  }),
  create({ quota }: Platform) {
    const plans = quota('plans', PLANS_PER_600);
    return { services: {}, resolvers: [new PlanningResolver(plans), new PlanStepResolver()], routes: planningRoutes };
  },
});
