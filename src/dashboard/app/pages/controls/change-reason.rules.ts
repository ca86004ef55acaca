/** Why a status changed: a code with what the organization wrote, and the service's own sentence where there is no code. */
export interface ChangeReason {
  reason: string;
  reasonCode: ReasonCode | null;
  reasonDetail: string | null;
}

/** `StatusReason` of the graph. */
type ReasonCode =
  | 'scan_results'
  | 'scan_disagrees'
  | 'scan_agrees'
  | 'shown_otherwise'
  | 'assessed_compliant'
  | 'assessed_partially_compliant'
  | 'assessed_non_compliant'
  | 'nothing_yet'
  | 'nothing_any_more'
  | 'parts_pass'
  | 'parts_contribute'
  | 'findings_accepted'
  | 'findings_count_again'
  | 'content_changed'
  | 'out_of_scope';
