import { Ctx, FieldResolver, Float, Int, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { outOfDateOf } from './freshness.read.js';
import { ageDaysOf, changeOf, oldestOf } from './heatmap.rules.js';
import { heatmapBaselineOf } from './heatmap-baseline.read.js';
import { HeatmapCellType } from './score.type.js';

/** Fields of a heat-map cell that cost one more statement, sent only when a query selects them. */
@Resolver(() => HeatmapCellType)
export class HeatmapResolver {
  @FieldResolver(() => Float, {
    nullable: true,
    description:
      'Percentage points that `score` moved in 30 days; of a control without a status then, since its first. Null where none of the controls ever had one, and with `asOf`.',
  })
  async change(@Root() cell: HeatmapCellType, @Ctx() ctx: RequestContext): Promise<number | null> {
    if (cell.isPast) return null;
    return changeOf(cell, await ctx.once(heatmapBaselineOf).formerStatuses());
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Days since the oldest result or assessment that decides one of the controls; null where none is decided, and with `asOf`.',
  })
  async evidenceAgeDays(@Root() cell: HeatmapCellType, @Ctx() ctx: RequestContext): Promise<number | null> {
    if (cell.isPast) return null;
    return ageDaysOf(cell.controls, await ctx.once(heatmapBaselineOf).decidedAt(), ctx.clock.now());
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description:
      'Date of the oldest result or assessment that decides one of the controls; null where none is decided, and with `asOf`.',
  })
  async oldestEvidenceAt(@Root() cell: HeatmapCellType, @Ctx() ctx: RequestContext): Promise<Date | null> {
    if (cell.isPast) return null;
    return oldestOf(cell.controls, await ctx.once(heatmapBaselineOf).decidedAt());
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Controls whose deciding evidence is no longer in date: 30 days for results of scans, 365 for assessments. Null with `asOf`.',
  })
  async outOfDateControls(@Root() cell: HeatmapCellType, @Ctx() ctx: RequestContext): Promise<number | null> {
    return cell.isPast ? null : outOfDateOf(ctx, cell.controls);
  }
}
