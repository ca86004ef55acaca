/** What the current findings of a check say; `silent` where none passes or fails. */
export type CheckStatus = 'failing' | 'passing' | 'silent';

/** Numbers of current findings. */
export interface Verdicts {
  /** Accepted or not. */
  failing: number;
  /** Of those that fail, the ones that an exception in force accepts. */
  accepted: number;
  passing: number;
  total: number;
}

/** Status of a check by its verdicts: one failing finding fails it, and without any it is silent. */
export function statusOf({ failing, passing }: Verdicts): CheckStatus {
  if (failing > 0) return 'failing';
  return passing > 0 ? 'passing' : 'silent';
}

/** The sum of groups of findings by status, with how many of them are accepted. */
export function verdictsOf(groups: readonly { status: string; findings: number }[], accepted = 0): Verdicts {
  const count = (wanted?: string) =>
    groups.reduce((sum, { status, findings }) => (wanted === undefined || status === wanted ? sum + findings : sum), 0);
  return {
    failing: count('fail'),
    accepted: Math.min(accepted, count('fail')),
    passing: count('pass'),
    total: count(),
  };
}
