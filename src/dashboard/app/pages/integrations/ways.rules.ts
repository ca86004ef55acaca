/** Ways of granting access that have a name in each language; those of other ways are of products. */
const NAMED = ['By hand', 'Service app', 'API token'] as const;
type NamedWay = (typeof NAMED)[number];

/** Ways of granting access of which one is enough, as the documents name them. */
export function waysOf(documents: readonly { way: string | null }[]): string[] {
  return [...new Set(documents.flatMap(({ way }) => (way === null ? [] : [way])))];
}

/** A way as a key of `permissions.way`; undefined where its name is the same in each language. */
export function namedWay(way: string): NamedWay | undefined {
  return NAMED.find((each) => each === way);
}
