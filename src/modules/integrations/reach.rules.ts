/** Checks that could not look at everything, for the same reason. */
export interface WithheldChecks {
  /** A sentence that names the operation or permission. */
  reason: string;
  checkIds: string[];
}

/** What the checks of an integration reached, whether they decide or support, in its last scan. */
export interface CheckReach {
  /** Number of those that looked at everything they had to. */
  looked: number;
  /** Those that could not, by reason. */
  withheld: WithheldChecks[];
}

/**
 * Whether a connected integration could read little: more of its checks could not look than looked.
 * Source: our choice; schema/contract/integrations.md.
 */
export function isDegraded({ looked, withheld }: CheckReach): boolean {
  return withheld.reduce((sum, { checkIds }) => sum + checkIds.length, 0) > looked;
}
