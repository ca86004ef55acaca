/** Parameters of the address of a list. */
export type Search = Readonly<Record<string, unknown>>;

/** What of an address a view saves: what is chosen, without the place in the list. */
export function filterOf(search: Search): Record<string, string | number | boolean> {
  const chosen = Object.entries(search).filter(
    (entry): entry is [string, string | number | boolean] =>
      entry[0] !== 'after' && ['string', 'number', 'boolean'].includes(typeof entry[1]),
  );
  return Object.fromEntries(chosen);
}

/** Whether a view is what the address shows. */
export function isShown(filter: Search, search: Search): boolean {
  const sorted = (of: Search) =>
    JSON.stringify(Object.entries(filterOf(of)).toSorted(([a], [b]) => a.localeCompare(b)));
  return sorted(filter) === sorted(search);
}
