import type { ControlStatus } from '../../posture/posture.js';
import { scoreOf } from '../../posture/score.rules.js';
import { isInDate } from '../decision.rules.js';
import type { Gap } from '../gap.rules.js';
import type { ReportFacts, TrendPoint } from '../report-facts.js';
import type { ReportWords } from '../report-words.rules.js';
import type { CategoryCounts, ExecutiveSummary, StatusChangeContent } from './content.type.js';
import {
  assuredScoreIn,
  countCategories,
  countSeverities,
  countStatuses,
  outcomesAt,
  outcomesOf,
  scoreIn,
} from './counts.rules.js';
import { riskContent } from './gap-analysis.rules.js';

const CATEGORIES_SHOWN = 5;
const RISKS_SHOWN = 10;

/** Content of an executive summary: current figures, trend, and the most urgent gaps. */
export function executiveSummary(words: ReportWords, facts: ReportFacts, gaps: readonly Gap[]): ExecutiveSummary {
  const counts = countStatuses(outcomesOf(facts.controls));
  const score = scoreIn(counts);
  const withStatus = counts.total_controls - counts.not_assessed_controls;
  const inScope = facts.controls.filter(({ status }) => status !== 'not_applicable');
  const inDate = inScope.filter(({ decision }) => isInDate(decision, facts.asOf)).length;
  const previous = facts.trend.at(-2) ?? null;
  const previousCounts = previous && countStatuses(outcomesAt(previous));
  const previousScore = previousCounts && scoreIn(previousCounts);
  const failing = gaps.filter((gap) => gap.facts.status === 'failed');
  return {
    assured_score: assuredScoreIn(counts),
    previous_assured_score: previousCounts && assuredScoreIn(previousCounts),
    score,
    previous_score: previousScore,
    score_change: previousScore === null ? null : Math.round(10 * (score - previousScore)) / 10,
    coverage_percentage: scoreOf(withStatus, counts.total_controls),
    freshness_percentage: scoreOf(inDate, withStatus),
    failed_by_severity: countSeverities(failing.map(({ severity }) => severity)),
    trend: facts.trend.map(trendContent),
    ...strongestAndWeakest(countCategories(facts.controls)),
    top_risks: failing.slice(0, RISKS_SHOWN).map((gap) => riskContent(words, gap)),
    changes: changesSince(facts, previous),
  };
}

function trendContent(point: TrendPoint): ExecutiveSummary['trend'][number] {
  const counts = countStatuses(outcomesAt(point));
  const { passed_controls, assured_controls, failed_controls } = counts;
  return {
    scan_job_id: point.scanJobId,
    completed_at: point.completedAt.toISOString(),
    assured_score: assuredScoreIn(counts),
    score: scoreIn(counts),
    passed_controls,
    assured_controls,
    failed_controls,
  };
}

/** Best and worst categories by score, ties by name; a category is in one of the two lists only. */
function strongestAndWeakest(
  categories: CategoryCounts[],
): Pick<ExecutiveSummary, 'strongest_categories' | 'weakest_categories'> {
  const ordered = categories.toSorted((a, b) => b.score - a.score || a.category.localeCompare(b.category, 'en'));
  const shown = Math.min(CATEGORIES_SHOWN, Math.floor(ordered.length / 2));
  return {
    strongest_categories: ordered.slice(0, shown),
    weakest_categories: shown === 0 ? [] : ordered.slice(-shown).reverse(),
  };
}

/** Order of the statuses by which a change is better or worse; a change from or to any other status is neither. */
const WORTH: Readonly<Partial<Record<ControlStatus, number>>> = { passed: 1, failed: 0 };

function changesSince({ controls }: ReportFacts, previous: TrendPoint | null): ExecutiveSummary['changes'] {
  const changes = controls.flatMap(({ control, status }, index): StatusChangeContent[] => {
    const before = previous?.statuses[index];
    if (before === undefined || before === status) return [];
    return [{ control_id: control.controlId, title: control.title, previous_status: before, status }];
  });
  const step = ({ previous_status, status }: StatusChangeContent) => {
    const [from, to] = [WORTH[previous_status], WORTH[status]];
    return from === undefined || to === undefined ? 0 : to - from;
  };
  return {
    since_scan_job_id: previous?.scanJobId ?? null,
    since: previous?.completedAt.toISOString() ?? null,
    improved: changes.filter((change) => step(change) > 0),
    worsened: changes.filter((change) => step(change) < 0),
    other: changes.filter((change) => step(change) === 0),
  };
}
