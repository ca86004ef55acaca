import { oneOf } from '../../parts/search-params';

/** Checks to begin with. */
export const EXAMPLES = ['versions', 'owners', 'visibility'] as const;
export type Example = (typeof EXAMPLES)[number];

/** What a new check begins with, as it stands in the address. */
export interface NewCheckSearch {
  /** Begins with this example; else empty. */
  example?: Example | undefined;
}

export function newCheckSearch(search: Record<string, unknown>): NewCheckSearch {
  return { example: oneOf(search.example, EXAMPLES) };
}
