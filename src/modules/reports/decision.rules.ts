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

/**
 * The decision behind a status: the worst of the assessments in force that are newer than the last evaluated result, where it
 * leads to that status; else the newest scan result that does. Null for `not_assessed`.
 */
export function decisionOf(
  status: ControlStatus,
  assessments: readonly AssessmentDecision[],
  result: ScanDecision | null,
  votedAt: Date | null,
): Decision | null {
  if (status === 'not_assessed') return null;
  const [worst] = assessments
    .filter(({ at }) => votedAt === null || at > votedAt)
    .sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) || b.at.getTime() - a.at.getTime());
  const decidesStatus = worst && (worst.verdict === 'compliant' ? 'passed' : 'failed') === status;
  return decidesStatus ? worst : result;
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
