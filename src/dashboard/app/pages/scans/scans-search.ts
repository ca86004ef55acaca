import { oneOf, text } from '../../parts/search-params';
import { RESULT_FILTERS, type ResultFilter } from './scan.rules';

export interface ScanSearch {
  /** Without one: what fails, where something does. */
  status?: ResultFilter | undefined;
  frameworkId?: string | undefined;
  /** Without one: what fails is listed by check. */
  by?: 'control' | undefined;
}

export function scanSearch(search: Record<string, unknown>): ScanSearch {
  return {
    status: oneOf(search.status, RESULT_FILTERS),
    frameworkId: text(search.frameworkId),
    by: oneOf(search.by, ['control']),
  };
}

export function comparisonSearch(search: Record<string, unknown>): {
  from?: string | undefined;
  to?: string | undefined;
} {
  return { from: text(search.from), to: text(search.to) };
}
