import { ALL, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { PlanningResolver, PlanStepResolver } from './planning.resolver.js';
import { planningRoutes } from './planning.rest.js';

/** At the default of 600 requests a minute. Our choice: a plan tries hundreds of steps in this process. */
const PLANS_PER_600 = 60;

/** Of CPU: tens of milliseconds for the votes of all integrations, and for each step that a plan tries. */
const UNITS = { plan: 8, whatIf: 4 };

/** What would follow from steps that nobody has taken. */
export const planningFeature = feature({
  access: { 'Query.whatIf': read(ALL), 'Query.plan': read(ALL) },
  costlyFields: { 'Query.plan': UNITS.plan, 'Query.whatIf': UNITS.whatIf },
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
