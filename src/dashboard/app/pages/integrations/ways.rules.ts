/** Ways of granting access of which one is enough, as the documents name them. */
export function waysOf(documents: readonly { way: string | null }[]): string[] {
  return [...new Set(documents.flatMap(({ way }) => (way === null ? [] : [way])))];
}
