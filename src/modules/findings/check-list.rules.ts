/** What the current findings of a check say; `silent` where none passes or fails. */
export type CheckStatus = 'failing' | 'passing' | 'silent';

/** Numbers of current findings. */
export interface Verdicts {
  failing: number;
  passing: number;
  total: number;
}

/** Status of a check by its verdicts: one failing finding fails it, and without any it is silent. */
export function statusOf({ failing, passing }: Verdicts): CheckStatus {
  if (failing > 0) return 'failing';
  return passing > 0 ? 'passing' : 'silent';
}

/** The sum of groups of findings by status. */
export function verdictsOf(groups: readonly { status: string; findings: number }[]): Verdicts {
  const count = (wanted?: string) =>
    groups.reduce((sum, { status, findings }) => (wanted === undefined || status === wanted ? sum + findings : sum), 0);
  return { failing: count('fail'), passing: count('pass'), total: count() };
}
