/** What tests say of a mapping of a control. */
export interface TestedMapping {
  /** Whether it is enough by itself: `equal` or `subset`. */
  isFull: boolean;
  /** Whether an element that it covers fails. */
  isContradicted: boolean;
  /** Whether an element that it covers is held: a check could not look. */
  isHeld: boolean;
  /** Whether every element that it covers passes, of a control that tests may pass at all. */
  isTested: boolean;
}

/**
 * What tests say of a control: a contradicted mapping fails it; a full mapping passes it, and part mappings never do, because it
 * asks for more than they hold; nothing passes it while an element is held, which may fail it. Null where they decide nothing. The
 * status decision applies the same rule in SQL (`tested_controls`). Source: schema/contract/status.md, "Tests".
 */
export function testedStatus(mappings: readonly TestedMapping[]): 'failed' | 'passed' | null {
  if (mappings.some(({ isContradicted }) => isContradicted)) return 'failed';
  if (mappings.some(({ isHeld }) => isHeld)) return null;
  return mappings.some(({ isFull, isTested }) => isFull && isTested) ? 'passed' : null;
}
