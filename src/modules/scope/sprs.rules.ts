import type { Control, Framework } from '../catalogue/catalogue.js';
import type { ControlStatus } from '../posture/posture.js';

/** Score of a level 2 assessment of CMMC, as it is entered into the Supplier Performance Risk System. */
export interface SprsScore {
  /** 110 less the points of what is not implemented, at least −203; null without a system security plan. */
  score: number | null;
  max: number;
  /** Points of the requirements that failed, and of those that nothing decides. */
  lostToFailed: number;
  lostToNotAssessed: number;
  /** Whether the system security plan is shown: without it there is no score. */
  hasSecurityPlan: boolean;
}

const MAX = 110;
/** The requirement of a system security plan; it has no points. */
const SECURITY_PLAN = 'CA.L2-3.12.4';

/**
 * score = 110 − Σ points of the level 2 requirements that are not implemented. Passed and not applicable ones are implemented; what
 * nobody has looked at is not. The reductions for partly implemented requirements are not applied: no status says "in part".
 * Source: 32 CFR 170.24(c).
 * @returns null for a framework whose controls have no points
 */
export function sprsOf({ controls }: Framework, statusOf: (control: Control) => ControlStatus): SprsScore | null {
  const scored = controls.filter(({ points }) => points !== null);
  if (scored.length === 0) return null;
  const lost = (status: ControlStatus) =>
    scored.reduce((sum, control) => sum + (statusOf(control) === status ? (control.points?.full ?? 0) : 0), 0);
  const [lostToFailed, lostToNotAssessed] = [lost('failed'), lost('not_assessed')];
  const plan = controls.find(({ controlId }) => controlId === SECURITY_PLAN);
  const hasSecurityPlan = plan !== undefined && statusOf(plan) === 'passed';
  return {
    score: hasSecurityPlan ? MAX - lostToFailed - lostToNotAssessed : null,
    max: MAX,
    lostToFailed,
    lostToNotAssessed,
    hasSecurityPlan,
  };
}

/** Whether the selected levels, null for all, have the target level 2, which the score is for. */
export function isSprsDue(selected: readonly string[] | null): boolean {
  return selected !== null && selected.includes('2') && !selected.includes('3');
}
