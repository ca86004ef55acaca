import type { ControlStatus } from './controls.rules.js';

type Verdict = 'compliant' | 'partially_compliant' | 'non_compliant' | 'not_assessed';

/** What is known of a control that may explain its status. */
export interface Known {
  status: ControlStatus;
  /** The result of a scan that counts most. */
  latestFinding: {
    status: 'pass' | 'fail' | 'not_applicable';
    summary: string;
    detectedAt: string;
    scanJobId: string;
  } | null;
  /** Changes of the status, newest first. */
  history: readonly { status: ControlStatus; changedAt: string; reason: string; scanJobId: string | null }[];
  mappings: readonly {
    universalControl: {
      id: string;
      code: string;
      assessment: { status: Verdict; assessedAt: string } | null;
    };
  }[];
}

/** Why a control has its status; `since` is when it got it, null where that is not known or goes without saying. */
export type Why =
  | { by: 'scan'; since: string | null; moment: string; scanId: string; summary: string }
  | {
      by: 'assessment';
      since: string | null;
      moment: string;
      universalControl: { id: string; code: string };
      verdict: Verdict;
    }
  /** Neither explains it any more: the ledger's own words. */
  | { by: 'ledger'; since: string; scanId: string | null; reason: string }
  | { by: 'nothing'; since: string | null };

const STATUS_OF_RESULT = { pass: 'passed', fail: 'failed', not_applicable: 'not_applicable' } as const;

/** The worst decides; an assessment that was withdrawn does not. */
const VERDICTS = ['non_compliant', 'partially_compliant', 'compliant'] as const;

/**
 * What decides the status: assessments in force that are newer than the scans' verdict, else that verdict.
 * Source: schema/contract/status.md, "Status of a control".
 */
export function whyOf({ status, latestFinding, history, mappings }: Known): Why {
  const [change] = history;
  const since = change?.status === status ? change.changedAt : null;
  if (status === 'not_assessed') return { by: 'nothing', since };

  const assessed = decidingAssessment(mappings, latestFinding?.detectedAt ?? null);
  if (assessed && (assessed.verdict === 'compliant' ? 'passed' : 'failed') === status) {
    return { by: 'assessment', since: since === assessed.moment ? null : since, ...assessed };
  }
  if (latestFinding && STATUS_OF_RESULT[latestFinding.status] === status) {
    const { detectedAt: moment, scanJobId: scanId, summary } = latestFinding;
    return { by: 'scan', since: since === moment ? null : since, moment, scanId, summary };
  }
  if (!change) return { by: 'nothing', since: null };
  return { by: 'ledger', since: change.changedAt, scanId: change.scanJobId, reason: change.reason };
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
