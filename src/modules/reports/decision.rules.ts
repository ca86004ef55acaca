import { DAY } from '../../platform/clock.js';
import type { ControlStatus } from '../posture/posture.js';
import { ASSESSMENT_DAYS, SCAN_DAYS } from '../scores/freshness.rules.js';
import type { AssessmentDecision, Decision, ScanDecision } from './report-facts.js';

const VERDICTS = ['non_compliant', 'partially_compliant', 'compliant'] as const;

/** The moment `days` before another. */
export function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY);
}

/** Whole days from one moment to a later one. */
export function daysBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / DAY);
}

/** What is known of a decision at the moment of a report. */
interface Decisive {
  status: ControlStatus;
  /** Those in force then. */
  assessments: readonly AssessmentDecision[];
  /** The newest scan result that leads to the status. */
  result: ScanDecision | null;
  /** The assessment that decides now. */
  decidingId: string | null;
}

/** The decision behind a status now: the assessment that decides it, else the newest scan result that leads to it. */
export function decisionNow({ status, assessments, result, decidingId }: Decisive): Decision | null {
  if (status === 'not_assessed') return null;
  return assessments.find(({ assessmentId }) => assessmentId === decidingId) ?? result;
}

/** The same of a former moment, of which the votes are gone. */
interface FormerlyDecisive extends Omit<Decisive, 'decidingId'> {
  /** When tests last decided the control. */
  votedAt: Date | null;
  /** The last change up to then, and the assessment behind it. */
  lastChange: { at: Date; assessmentId: string | null } | null;
}

/**
 * The decision behind a status at a former moment: the worst of the assessments in force that are newer than the last vote, where
 * it leads to that status; else an older one that counted again, because the last change names it and no scan result that leads
 * to the status is newer; else that scan result.
 */
export function decisionThen({ votedAt, lastChange, ...known }: FormerlyDecisive): Decision | null {
  const { status, assessments, result } = known;
  const leading = assessments.filter(({ verdict }) => (verdict === 'compliant' ? 'passed' : 'failed') === status);
  const [worst] = assessments
    .filter(({ at }) => votedAt === null || at > votedAt)
    .sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) || b.at.getTime() - a.at.getTime());
  if (worst && leading.includes(worst)) return decisionNow({ ...known, decidingId: worst.assessmentId });
  const again = leading.find(({ assessmentId }) => assessmentId === lastChange?.assessmentId);
  const isOutdated = result !== null && lastChange !== null && result.at > lastChange.at;
  return decisionNow({ ...known, decidingId: again && !isOutdated ? again.assessmentId : null });
}

/** Whether the assessor wrote what was seen. */
export function hasNote({ details }: Pick<AssessmentDecision, 'details'>): boolean {
  return details !== null && details.trim() !== '';
}

/**
 * Whether a decision is in date: a scan of the last 30 days; an assessment of the last 365 days none of whose
 * artifacts has expired.
 */
export function isInDate(decision: Decision | null, asOf: Date): boolean {
  switch (decision?.source) {
    case undefined:
      return false;
    case 'scan':
      return decision.at >= daysBefore(asOf, SCAN_DAYS);
    case 'assessment':
      return decision.at >= daysBefore(asOf, ASSESSMENT_DAYS) && !decision.hasExpiredEvidence;
  }
}
