import type { RequestContext } from '../../context.js';
import { rows, sql } from '../../platform/database/database.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import type { Framework } from '../catalogue/catalogue.js';
import type { ScorePointType, ScoreSeriesType } from './score.type.js';

const POINTS_MAX = 500;

export interface HistoryWindow {
  /** Null for the overall score and those of every active framework. */
  framework: Framework | null;
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
}

/** Every move of the scores in the window, overall first, then by framework, in one statement. */
export async function readHistory(
  ctx: RequestContext,
  { framework, from, to }: HistoryWindow,
): Promise<ScoreSeriesType[]> {
  const frameworks = framework ? [framework] : visibleFrameworks(ctx);
  const slugs = [...(framework ? [] : ['']), ...frameworks.map(({ slug }) => slug)];
  const points = await rows(
    ctx.em,
    sql<ScorePointType & { slug: string }>`
      select wanted.slug, point.* from unnest(${slugs}::text[]) as wanted (slug)
      cross join lateral (
        select at, score, previous_score as "previousScore", passed_controls as "passedControls", total_controls as "totalControls",
          scan_id as "scanJobId", assessment_id as "assessmentId", posture_version
        from score_history
        where tenant_id = ${ctx.viewer.tenantId} and framework = wanted.slug
          and (${from}::timestamptz is null or at >= ${from}::timestamptz)
          and (${to}::timestamptz is null or at < ${to}::timestamptz)
        order by posture_version desc limit ${POINTS_MAX}
      ) point order by point.posture_version`,
  );
  const bySlug = Map.groupBy(points, ({ slug }) => slug);
  return slugs.map((slug) => ({
    scope: slug === '' ? 'overall' : 'framework',
    framework: frameworks.find((each) => each.slug === slug)?.name ?? null,
    points: bySlug.get(slug) ?? [],
  }));
}
