/** Why a status changed, in words, by a code for those who say it in other words. */
export const STATUS_REASONS = {
  scan_results: 'decided by scan results',
  scan_disagrees: 'scan results and an assessment disagree',
  scan_agrees: 'scan results and assessments agree again',
  shown_otherwise: 'another part of it is shown',
  assessed_compliant: 'assessed as compliant',
  assessed_partially_compliant: 'assessed as partially compliant',
  assessed_non_compliant: 'assessed as non-compliant',
  nothing_yet: 'nothing decides it yet',
  nothing_any_more: 'no connected integration or assessment decides it any more',
  parts_pass: 'assessments of parts pass controls again',
  parts_contribute: 'assessments of parts only contribute to controls',
  findings_accepted: 'findings were accepted',
  findings_count_again: 'accepted findings count again',
  content_changed: 'the content changed with a release',
  // Followed by what the organization gave as the reason.
  out_of_scope: 'out of scope',
} as const;

export type StatusReason = keyof typeof STATUS_REASONS;

/** A reason that whoever has statuses decided may give. */
export type GivenReason = (typeof STATUS_REASONS)[StatusReason];

/** Before the reason of a control that comes back into scope. */
export const IN_SCOPE_AGAIN = 'in scope again: ';

/** Of a reason in the ledger, what else it can be said by. */
export interface CodedReason {
  /** Null for words of a former release. */
  reasonCode: StatusReason | null;
  /** What the organization gave as the reason; null where the code says all. */
  reasonDetail: string | null;
}

/** Code and detail of a reason as the ledger has it; none of none. */
export function codedReason(reason: string | null): CodedReason {
  if (reason === null) return { reasonCode: null, reasonDetail: null };
  const words = reason.startsWith(IN_SCOPE_AGAIN) ? reason.slice(IN_SCOPE_AGAIN.length) : reason;
  const outOfScope = `${STATUS_REASONS.out_of_scope}: `;
  if (words.startsWith(outOfScope)) return { reasonCode: 'out_of_scope', reasonDetail: words.slice(outOfScope.length) };
  return { reasonCode: CODES.get(words) ?? null, reasonDetail: null };
}

const CODES: ReadonlyMap<string, StatusReason> = new Map(
  Object.entries(STATUS_REASONS).map(([code, words]) => [words, code as StatusReason]),
);
