import { oneOf, text } from '../../parts/search-params';

export const RESULT_FILTERS = ['fail', 'pass', 'not_applicable', 'all'] as const;
export type ResultFilter = (typeof RESULT_FILTERS)[number];

export interface ScanSearch {
  /** Without one: what fails, where something does. */
  status?: ResultFilter | undefined;
  frameworkId?: string | undefined;
}

export function scanSearch(search: Record<string, unknown>): ScanSearch {
  return { status: oneOf(search.status, RESULT_FILTERS), frameworkId: text(search.frameworkId) };
}

export function comparisonSearch(search: Record<string, unknown>): {
  from?: string | undefined;
  to?: string | undefined;
} {
  return { from: text(search.from), to: text(search.to) };
}
