import type { AssuranceLevel } from '../../posture/assurance.rules.js';
import type { AddressableOutcome, ScopeKind } from '../../scope/scope.rules.js';

/** A control in a statement of applicability. */
export interface ApplicableControl {
  control_id: string;
  title: string;
  category: string;
  applicable: boolean;
  /** Reason of the decision that leaves it out or keeps it, or that none was given; never empty. */
  justification: string;
  /** Whether the justification is one of the organization's own. */
  reason_given: boolean;
  /** Null where it does not apply. */
  implementation: 'implemented' | 'not_implemented' | 'not_assessed' | null;
  assurance: AssuranceLevel | null;
  finding: string;
  /** Null where no decision is about it. */
  decision: {
    id: string;
    kind: ScopeKind;
    outcome: AddressableOutcome | null;
    proposed_by: string;
    approved_by: string | null;
    approved_at: string | null;
    self_approved: boolean;
    review_at: string;
  } | null;
}

export interface SprsContent {
  score: number | null;
  assured_score: number | null;
  max: number;
  lost_to_failed: number;
  lost_to_not_assessed: number;
  lost_to_partial: number;
  /** Requirements that are declared as implemented in part, with their reduced points. */
  partly_implemented: string[];
  lost_to_partly_implemented: number;
  has_security_plan: boolean;
}

export interface StatementOfApplicability {
  applicable_controls: number;
  excluded_controls: number;
  implemented_controls: number;
  /** Of the applicable ones those without a reason of the organization's own. */
  applicable_without_reason: number;
  controls: ApplicableControl[];
  /** CMMC with the target level 2; null elsewhere. */
  sprs: SprsContent | null;
}
