import type { RequestContext } from '../../context.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import type { Framework } from '../catalogue/catalogue.js';
import { scorePoints } from './score.sql.js';
import type { ScoreSeriesType } from './score.type.js';

const POINTS_MAX = 500;

/** Period and framework of a score history. */
export interface HistoryWindow {
  /** Null for the overall score and those of every active framework. */
  framework: Framework | null;
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
}

/** Every change of the scores in the window, overall first, then by framework, in one statement. */
export async function readHistory(
  ctx: RequestContext,
  { framework, from, to }: HistoryWindow,
): Promise<ScoreSeriesType[]> {
  const frameworks = framework ? [framework] : visibleFrameworks(ctx);
  const slugs = [...(framework ? [] : ['']), ...frameworks.map(({ slug }) => slug)];
  const points = await scorePoints.all(ctx.em, {
    tenantId: ctx.viewer.tenantId,
    slugs,
    from,
    to,
    pointsMax: POINTS_MAX + 1,
  });
  const bySlug = Map.groupBy(points, ({ slug }) => slug);
  return slugs.map((slug) => {
    const found = bySlug.get(slug) ?? [];
    return {
      scope: slug === '' ? 'overall' : 'framework',
      framework: frameworks.find((each) => each.slug === slug)?.name ?? null,
      points: found.slice(-POINTS_MAX),
      hasEarlier: found.length > POINTS_MAX,
    };
  });
}
