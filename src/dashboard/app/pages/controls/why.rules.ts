import type { ChangeReason } from './change-reason.rules.js';
import type { ControlStatus } from './controls.rules.js';

type Verdict = 'compliant' | 'partially_compliant' | 'non_compliant' | 'not_assessed';

/** Data of a control that may explain its status. */
export interface Known {
  status: ControlStatus;
  /** Why it is out of scope; null where it is in scope. */
  scope: { reason: string | null };
  /** Latest result of a scan for the control. */
  latestFinding: {
    status: 'pass' | 'fail' | 'not_applicable';
    summary: string;
    detectedAt: string;
    scanJobId: string;
  } | null;
  /** Status changes, newest first. */
  history: readonly Change[];
  mappings: readonly {
    universalControl: {
      id: string;
      code: string;
      assessment: { status: Verdict; assessedAt: string } | null;
    };
  }[];
}

/** A change of the status. */
interface Change extends ChangeReason {
  status: ControlStatus;
  changedAt: string;
  scanJobId: string | null;
}

/** Reason for the status of a control; `since` is the time of the change, null where unknown or implied. */
export type Why =
  | { by: 'scan'; since: string | null; moment: string; scanId: string; summary: string }
  | {
      by: 'assessment';
      since: string | null;
      moment: string;
      universalControl: { id: string; code: string };
      verdict: Verdict;
    }
  /** Reason of the ledger entry, when neither a finding nor an assessment explains the status any more. */
  | { by: 'ledger'; since: string; scanId: string | null; change: ChangeReason }
  | { by: 'scope'; since: string | null; reason: string }
  | { by: 'nothing'; since: string | null };

const STATUS_OF_RESULT = { pass: 'passed', fail: 'failed', not_applicable: 'not_applicable' } as const;

/** Verdicts of assessments, the worst first, which decides; a withdrawn assessment has none of them. */
const VERDICTS = ['non_compliant', 'partially_compliant', 'compliant'] as const;

/**
 * What decides the status: the scope; else failing tests; else assessments in force that are newer than the tests; else passing tests.
 * Source: schema/contract/status.md, "Status of a control".
 */
export function whyOf({ status, scope, latestFinding, history, mappings }: Known): Why {
  const [change] = history;
  const since = sinceOf(status, history);
  if (scope.reason !== null) return { by: 'scope', since, reason: scope.reason };
  if (status === 'not_assessed') return { by: 'nothing', since };

  const tested = latestFinding?.status === 'not_applicable' ? null : latestFinding;
  const assessed = decidingAssessment(mappings, tested?.detectedAt ?? null);
  const isFailedByTests = status === 'failed' && tested?.status === 'fail';
  if (assessed && !isFailedByTests && (assessed.verdict === 'compliant' ? 'passed' : 'failed') === status) {
    return { by: 'assessment', since: since === assessed.moment ? null : since, ...assessed };
  }
  if (latestFinding && STATUS_OF_RESULT[latestFinding.status] === status) {
    const { detectedAt: moment, scanJobId: scanId, summary } = latestFinding;
    return { by: 'scan', since: since === moment ? null : since, moment, scanId, summary };
  }
  if (!change) return { by: 'nothing', since: null };
  return { by: 'ledger', since: change.changedAt, scanId: change.scanJobId, change };
}

/** When it got the status; later entries may say no more than how much of it is shown. */
function sinceOf(status: ControlStatus, history: Known['history']): string | null {
  const earlier = history.findIndex((each) => each.status !== status);
  const current = earlier === -1 ? history : history.slice(0, earlier);
  return current.at(-1)?.changedAt ?? null;
}

/** Of the assessments in force after `seenAt` the worst, of several of these the newest. */
function decidingAssessment(mappings: Known['mappings'], seenAt: string | null) {
  const inForce = mappings.flatMap(({ universalControl: { id, code, assessment } }) =>
    assessment && (seenAt === null || assessment.assessedAt > seenAt)
      ? [{ moment: assessment.assessedAt, universalControl: { id, code }, verdict: assessment.status }]
      : [],
  );
  const worst = VERDICTS.find((each) => inForce.some(({ verdict }) => verdict === each));
  return inForce
    .filter(({ verdict }) => verdict === worst)
    .sort((a, b) => b.moment.localeCompare(a.moment))
    .at(0);
}

/** Whether a scan after the beginning of a failure found no failure: what it could not look at counted as it was last seen. */
export function isInterrupted(
  since: string | null,
  results: readonly { status: string; detectedAt: string }[],
): boolean {
  return since !== null && results.some(({ status, detectedAt }) => detectedAt > since && status !== 'fail');
}
