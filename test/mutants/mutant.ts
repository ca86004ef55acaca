/** A wrong change of the source, which some test must notice. */
export interface Mutant {
  /** What is no longer so. */
  what: string;
  /** Source, from the root of the repository. */
  file: string;
  /** Text that stands in it once. */
  find: string;
  replace: string;
  /** Test files of which one must fail, from `test`, without `.test.ts`. */
  tests: readonly string[];
}

/** Mutants of one source. */
export function of(
  file: string,
  tests: readonly string[],
  changes: readonly (readonly [what: string, find: string, replace: string])[],
): Mutant[] {
  return changes.map(([what, find, replace]) => ({ what, file, find, replace, tests }));
}
