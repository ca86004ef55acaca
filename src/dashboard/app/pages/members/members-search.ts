import { createSearch, oneOf, type CreateSearch } from '../../parts/search-params.js';

export const SHOWN_MEMBERS = ['active', 'invited', 'alone'] as const;

export interface MembersSearch extends CreateSearch {
  /** Part of a name or an address. */
  q?: string | undefined;
  /** Members, those who are invited, or members without a second factor. */
  show?: (typeof SHOWN_MEMBERS)[number] | undefined;
}

export function membersSearch(search: Record<string, unknown>): MembersSearch {
  const { q } = search;
  return {
    ...createSearch(search),
    q: typeof q === 'string' && q !== '' ? q : undefined,
    show: oneOf(search.show, SHOWN_MEMBERS),
  };
}
