/** What a new check begins with, as it stands in the address. */
export interface NewCheckSearch {
  /** Begins with the example; else empty. */
  example?: true | undefined;
}

export function newCheckSearch(search: Record<string, unknown>): NewCheckSearch {
  return { example: search.example === true ? true : undefined };
}
