import { count, text } from '../../parts/search-params';

export interface PlanSearch {
  /** Slug of a framework. */
  framework?: string | undefined;
  /** Percent. */
  score?: number | undefined;
  /** Steps at most. */
  budget?: number | undefined;
  /** Whether only what passes in full counts for the target. */
  inFull?: boolean | undefined;
  /** Whether steps stand by what they bring alone, also before those that repair what fails now. */
  byGain?: boolean | undefined;
}

/** Steps that a plan may have. */
export const BUDGET_MAX = 100;

export function planSearch(search: Record<string, unknown>): PlanSearch {
  const [score, budget] = [count(search.score), count(search.budget)];
  return {
    framework: text(search.framework),
    score: score === undefined ? undefined : Math.min(score, 100),
    inFull: search.inFull === true ? true : undefined,
    byGain: search.byGain === true ? true : undefined,
    budget: budget === undefined || budget === 0 ? undefined : Math.min(budget, BUDGET_MAX),
  };
}
