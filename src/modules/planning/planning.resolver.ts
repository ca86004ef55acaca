import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { AppError } from '../../platform/errors.js';
import { openWorkLoader } from '../work-items/open-work.loader.js';
import type { WorkItemRow } from '../work-items/work-item.sql.js';
import { WorkItemType } from '../work-items/work-item.type.js';
import { namedUniversalControl } from './hypothesis.js';
import { plan } from './plan.js';
import { PlanInput, PlanStepType, PlanType } from './plan.type.js';
import { whatIf } from './what-if.js';
import { WhatIfInput, WhatIfType } from './what-if.type.js';

const BUDGET_DEFAULT = 50;

@Resolver()
export class PlanningResolver {
  constructor(private readonly plans: TenantQuota) {}

  @Query(() => PlanType, {
    description:
      'Few repairs and judgements that reach a target, by greedy set cover: each round takes the steps that make most controls pass for each step. Not always the fewest; `bound` says how far off at most, where that is known. Each judgement is assumed to be compliant: whether it is, somebody has to find out.',
  })
  async plan(
    @Arg('input', () => PlanInput) { target, budget, failingFirst }: PlanInput,
    @Ctx() ctx: RequestContext,
  ): Promise<PlanType> {
    await this.plans.take(ctx);
    const { framework, score = null, controls = null, isInFull } = target;
    return plan(ctx, {
      framework,
      score,
      controls,
      budget: budget ?? BUDGET_DEFAULT,
      isInFull: isInFull ?? false,
      isFailingFirst: failingFirst ?? false,
    });
  }

  @Query(() => WhatIfType, {
    description:
      'What statuses, scores and events would follow from repairs, assessments and activated frameworks, by the decision that the real ones take. Nothing is written.',
  })
  whatIf(
    @Arg('input', () => WhatIfInput) { fix, assess, activate }: WhatIfInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WhatIfType> {
    if ([fix, assess, activate].every((each) => (each ?? []).length === 0)) {
      throw AppError.invalid('/fix', 'must fix, assess or activate something');
    }
    return whatIf(ctx, {
      fix: (fix ?? []).map(({ checkId, resourceIds = null, integrationId = null }) => ({
        checkId,
        resourceIds,
        integrationId,
      })),
      assess: (assess ?? []).map(({ universalControl, status, isSupported }, index) => ({
        universalControl: namedUniversalControl(ctx, universalControl, `/assess/${index}/universal_control`),
        status,
        isSupported: isSupported ?? true,
      })),
      activate: activate ?? [],
    });
  }
}

@Resolver(() => PlanStepType)
export class PlanStepResolver {
  @FieldResolver(() => [WorkItemType], {
    description:
      'Unfinished work items about its check or a finding of it; of an assessment, about a control that it moves. At most five, due first.',
  })
  work(@Root() { checkId, controlNos }: PlanStepType, @Ctx() ctx: RequestContext): Promise<WorkItemRow[]> {
    return ctx.once(openWorkLoader).load(checkId === null ? { controlNos } : { checkId });
  }
}
