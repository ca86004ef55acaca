interface Withheld {
  checkIds: readonly string[];
}

/** Number of the checks that cannot look, over all that is given: several reasons, or several integrations, may hold one. */
export function checksOnHold(withheld: readonly Withheld[]): number {
  return new Set(withheld.flatMap(({ checkIds }) => checkIds)).size;
}
