import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import { assessmentLoader, storedAssessmentLoader } from '../ucf/assessment.loader.js';
import type { AssessmentRow } from '../ucf/assessment.sql.js';
import { AssessmentType } from '../ucf/assessment.type.js';
import { openWorkLoader } from '../work-items/open-work.loader.js';
import type { WorkItemRow } from '../work-items/work-item.sql.js';
import { WorkItemType } from '../work-items/work-item.type.js';
import { collectFixes } from './queue-collection.js';
import type { RankedFix } from './queue.rules.js';
import { FixType } from './queue.type.js';

const FIRST_DEFAULT = 20;
const FIRST_MAX = 100;

@Resolver(() => FixType)
export class RemediationQueueResolver {
  @Query(() => [FixType], { description: 'What to repair first, over all active frameworks.' })
  async remediationQueue(
    @Ctx() ctx: RequestContext,
    @Arg('first', () => Int, { defaultValue: FIRST_DEFAULT, description: 'At most, 1 to 100.' }) first: number,
  ): Promise<FixType[]> {
    if (first < 1 || first > FIRST_MAX) throw AppError.invalid('/first', `must be from 1 to ${FIRST_MAX}`);
    return (await collectFixes(ctx)).slice(0, first);
  }

  @FieldResolver(() => AssessmentType, {
    nullable: true,
    description: 'The assessment in force that did not find it met; null of a check.',
  })
  async assessment(
    @Root() { source, universalControls: [assessed] }: RankedFix,
    @Ctx() ctx: RequestContext,
  ): Promise<AssessmentRow | null> {
    if (source === 'check' || !assessed) return null;
    const inForce = await ctx.once(assessmentLoader).load(assessed.no);
    return inForce && ctx.once(storedAssessmentLoader).load(inForce.id);
  }

  @FieldResolver(() => [WorkItemType], {
    description:
      'Unfinished work items about its check or a finding of it; of an assessment, about a control that it brings forward. At most five, due first.',
  })
  work(@Root() { source, id, controls }: RankedFix, @Ctx() ctx: RequestContext): Promise<WorkItemRow[]> {
    const about = source === 'check' ? { checkId: id } : { controlNos: controls.map(({ no }) => no) };
    return ctx.once(openWorkLoader).load(about);
  }
}
