import { oneOf, text } from '../../parts/search-params';

export const RESULT_STATUSES = ['fail', 'pass', 'not_applicable'] as const;

export interface ScanSearch {
  status?: (typeof RESULT_STATUSES)[number] | undefined;
  frameworkId?: string | undefined;
}

export function scanSearch(search: Record<string, unknown>): ScanSearch {
  return { status: oneOf(search.status, RESULT_STATUSES), frameworkId: text(search.frameworkId) };
}

export function comparisonSearch(search: Record<string, unknown>): {
  from?: string | undefined;
  to?: string | undefined;
} {
  return { from: text(search.from), to: text(search.to) };
}
