import { oneOf, text } from '../../parts/search-params';

export const RESOURCE_STATUSES = ['failing', 'passing', 'all'] as const;

/** The filter of the list of resources, as it stands in the address. */
export interface ResourcesSearch {
  /** @default failing */
  status?: (typeof RESOURCE_STATUSES)[number] | undefined;
  /** Part of the id. */
  q?: string | undefined;
  /** Cursor of the last resource of the previous page. */
  after?: string | undefined;
}

export function resourcesSearch(search: Record<string, unknown>): ResourcesSearch {
  return { status: oneOf(search.status, RESOURCE_STATUSES), q: text(search.q), after: text(search.after) };
}
