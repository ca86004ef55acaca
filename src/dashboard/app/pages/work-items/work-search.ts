import { createSearch, oneOf } from '../../parts/search-params';

export const WHOSE = ['mine', 'all'] as const;
export const SHOWN = ['unfinished', 'overdue', 'done', 'dropped'] as const;

/** Filters of the page of work in its address: whose work, and in what state. */
export function workSearch(search: Record<string, unknown>) {
  const whose = oneOf(search.whose, WHOSE);
  const shown = oneOf(search.shown, SHOWN);
  const { create } = createSearch(search);
  return { ...(create ? { create } : {}), ...(whose ? { whose } : {}), ...(shown ? { shown } : {}) };
}
