import type { Control, Framework } from '../catalogue/catalogue.js';
import type { AssuranceLevel } from '../posture/assurance.rules.js';
import type { ControlStatus } from '../posture/posture.js';

/** Status of a requirement, and how much of it is shown where it is passed. */
export interface RequirementOutcome {
  status: ControlStatus;
  level: AssuranceLevel | null;
  /** Whether a decision in force says that it is implemented in part. */
  isInPart: boolean;
}

/** Score of a level 2 assessment of CMMC, as it is entered into the Supplier Performance Risk System. */
export interface SprsScore {
  /** 110 less the points of what is not implemented, at least −203; null without a system security plan. */
  score: number | null;
  /** The same, with only those as implemented of which all is shown, and what is not applicable. */
  assuredScore: number | null;
  max: number;
  /** Points of the requirements that failed, and of those that nothing decides; without what is implemented in part. */
  lostToFailed: number;
  lostToNotAssessed: number;
  /** Points of passed requirements of which not all is shown; only the assured score loses them. */
  lostToPartial: number;
  /** Requirements that are not passed and declared as implemented in part, and their reduced points. The assured score loses all points. */
  partlyImplemented: Control[];
  lostToPartlyImplemented: number;
  /** Whether the system security plan is shown: without it there is no score. */
  hasSecurityPlan: boolean;
}

const MAX = 110;
/** The requirement of a system security plan; it has no points. */
const SECURITY_PLAN = 'CA.L2-3.12.4';

/**
 * score = 110 − Σ points of the level 2 requirements that are not implemented. Passed and not applicable ones are implemented; what
 * nobody has looked at is not. Two requirements cost fewer points where a decision says that they are implemented in part; no status and
 * no evidence says that, so the assured score loses all of them. Assurance in part says how much is shown, not how much is implemented:
 * the assured score loses all points of such a requirement, too. Source: 32 CFR 170.24(c).
 * @returns null for a framework whose controls have no points
 */
export function sprsOf({ controls }: Framework, outcomeOf: (control: Control) => RequirementOutcome): SprsScore | null {
  const scored = controls.filter(({ points }) => points !== null);
  if (scored.length === 0) return null;
  const outcomes = scored.map((control) => ({ control, points: control.points, ...outcomeOf(control) }));
  const isDeclared = ({ points, status, isInPart }: (typeof outcomes)[number]) =>
    isInPart && points?.partial != null && (status === 'failed' || status === 'not_assessed');
  const [declared, others] = [outcomes.filter(isDeclared), outcomes.filter((each) => !isDeclared(each))];
  const lost = (isLost: (outcome: RequirementOutcome) => boolean) =>
    others.reduce((sum, each) => sum + (isLost(each) ? (each.points?.full ?? 0) : 0), 0);
  const lostToFailed = lost(({ status }) => status === 'failed');
  const lostToNotAssessed = lost(({ status }) => status === 'not_assessed');
  const lostToPartial = lost(({ status, level }) => status === 'passed' && level !== 'full');
  const lostToPartlyImplemented = declared.reduce((sum, { points }) => sum + (points?.partial ?? 0), 0);
  const onlyDeclared = declared.reduce((sum, { points }) => sum + (points?.full ?? 0), 0) - lostToPartlyImplemented;
  const plan = controls.find(({ controlId }) => controlId === SECURITY_PLAN);
  const planOutcome = plan && outcomeOf(plan);
  const hasSecurityPlan = planOutcome?.status === 'passed';
  const score = MAX - lostToFailed - lostToNotAssessed - lostToPartlyImplemented;
  return {
    score: hasSecurityPlan ? score : null,
    assuredScore: hasSecurityPlan && planOutcome.level === 'full' ? score - lostToPartial - onlyDeclared : null,
    max: MAX,
    lostToFailed,
    lostToNotAssessed,
    lostToPartial,
    partlyImplemented: declared.map(({ control }) => control),
    lostToPartlyImplemented,
    hasSecurityPlan,
  };
}

/** Whether the selected levels, null for all, have the target level 2, which the score is for. */
export function isSprsDue(selected: readonly string[] | null): boolean {
  return selected !== null && selected.includes('2') && !selected.includes('3');
}
