import { text } from '../../parts/search-params';

export interface ReportsSearch {
  /** Slug of a framework. */
  framework?: string | undefined;
  /** Id of a completed scan. */
  scanId?: string | undefined;
}

export function reportsSearch(search: Record<string, unknown>): ReportsSearch {
  return { framework: text(search.framework), scanId: text(search.scanId) };
}
