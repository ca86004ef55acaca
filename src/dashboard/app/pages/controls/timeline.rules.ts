import type { ChangeReason } from './change-reason.rules.js';
import type { ControlStatus } from './controls.rules.js';

type Verdict = 'compliant' | 'partially_compliant' | 'non_compliant' | 'not_assessed';

export interface Change extends ChangeReason {
  id: string;
  status: ControlStatus;
  previousStatus: ControlStatus;
  /** How much of it was shown; null where it was not passed. */
  assurance: 'full' | 'partial' | null;
  previousAssurance: 'full' | 'partial' | null;
  /** `scan` or `assessment`. */
  source: string;
  changedAt: string;
  scanJobId: string | null;
  assessmentId: string | null;
}

export interface Result {
  id: string;
  status: 'pass' | 'fail' | 'not_applicable';
  /** Whether it decides the control. */
  evaluated: boolean;
  detectedAt: string;
  scanJobId: string;
  /** The worst first. */
  failingChecks: readonly { id: string; fault: string; resourcesFailed: number }[];
}

export interface Judgement {
  id: string;
  status: Verdict;
  details: string | null;
  createdAt: string;
  /** Null unless it records an expiry: then nobody judged. */
  expiredAssessmentId: string | null;
  assessedBy: { name: string };
  universalControl: { id: string; code: string };
}

export interface Artifact {
  id: string;
  type: 'auto' | 'manual';
  title: string;
  fileName: string;
  size: number;
  collectedAt: string;
  createdAt: string;
  /** Null of withdrawn evidence. */
  downloadUrl: string | null;
}

/** A timeline event of a control. */
export type TimelineEvent =
  /** `universalControlId`: the assessed universal control, when an assessment changed the status. */
  | { kind: 'status'; at: string; change: Change; universalControlId: string | null }
  /**
   * What a scan found, where it is another than in the scan before; `later`: the scans that found the same, the last one first.
   * `artifact`: what the scan stored of it.
   */
  | { kind: 'finding'; at: string; result: Result; later: readonly Result[]; artifact: Artifact | null }
  | { kind: 'assessment'; at: string; judgement: Judgement }
  | { kind: 'evidence'; at: string; artifact: Artifact };

interface Sources {
  history: readonly Change[];
  /** Of the scans that looked at it, newest first. */
  results: readonly Result[];
  assessments: readonly Judgement[];
  evidence: readonly Artifact[];
}

/** Order of events at the same moment: effects above their causes. */
const ORDER = { status: 0, finding: 1, assessment: 2, evidence: 3 } as const;

interface Mapping {
  universalControl: { id: string; code: string; assessments: readonly Omit<Judgement, 'universalControl'>[] };
}

/** Assessments of all universal controls of a control, each with its universal control. */
export function judgementsOf(mappings: readonly Mapping[]): Judgement[] {
  return mappings.flatMap(({ universalControl: { id, code, assessments } }) =>
    assessments.map((assessment) => ({ ...assessment, universalControl: { id, code } })),
  );
}

/** All timeline events, newest first. */
export function timelineOf({ history, results, assessments, evidence }: Sources): TimelineEvent[] {
  const assessedBy = new Map(assessments.map(({ id, universalControl }) => [id, universalControl.id]));
  const events: TimelineEvent[] = [
    ...history.map((change) => ({
      kind: 'status' as const,
      at: change.changedAt,
      change,
      universalControlId: (change.assessmentId === null ? null : assessedBy.get(change.assessmentId)) ?? null,
    })),
    ...findingsOf(results, evidence),
    ...assessments.map((judgement) => ({ kind: 'assessment' as const, at: judgement.createdAt, judgement })),
    ...evidence
      .filter((artifact) => !isOfResult(artifact, results))
      .map((artifact) => ({ kind: 'evidence' as const, at: artifact.createdAt, artifact })),
  ];
  return events.sort((a, b) => b.at.localeCompare(a.at) || ORDER[a.kind] - ORDER[b.kind]);
}

/** Whether an artifact is what a scan stored of one of the results: it is as old as the end of the scan. */
function isOfResult({ type, createdAt }: Artifact, results: readonly Pick<Result, 'detectedAt'>[]): boolean {
  return type === 'auto' && results.some(({ detectedAt }) => detectedAt === createdAt);
}

/** What scans found, one event for scans one after the other that found the same. @param results newest first */
function findingsOf(
  results: readonly Result[],
  evidence: readonly Artifact[],
): Extract<TimelineEvent, { kind: 'finding' }>[] {
  const runs: Result[][] = [];
  for (const result of results) {
    const run = runs.at(-1);
    if (run?.[0] && foundBy(run[0]) === foundBy(result)) run.push(result);
    else runs.push([result]);
  }
  return runs.flatMap((run) => {
    const first = run.at(-1);
    if (!first) return [];
    const artifact = evidence.find((each) => isOfResult(each, [first])) ?? null;
    return [{ kind: 'finding' as const, at: first.detectedAt, result: first, later: run.slice(0, -1), artifact }];
  });
}

/** What a scan found of a control: the same text where the same checks fail, on as many resources. */
function foundBy({ status, evaluated, failingChecks }: Result): string {
  const failing = failingChecks.map(({ id, resourcesFailed }) => `${id} ${resourcesFailed}`).toSorted();
  return [status, evaluated, ...failing].join('\n');
}

/** Whether a scan ended what failed the control, so that an assessment from before decides it again: nobody assessed at that moment. */
export function isFreedByScan({ previousStatus, reasonCode, scanJobId }: Change): boolean {
  return previousStatus === 'failed' && reasonCode === 'assessed_compliant' && scanJobId !== null;
}

/** A row of the timeline: an event, or what scans collected one after the other with nothing between. */
export type TimelineRow =
  | TimelineEvent
  | { kind: 'collected'; at: string; since: string; events: Extract<TimelineEvent, { kind: 'evidence' }>[] }
  /** What scans found one after the other while the status stayed; `failed`: how many of the scans found a failure. */
  | {
      kind: 'scanned';
      at: string;
      since: string;
      scans: number;
      failed: number;
      events: Extract<TimelineEvent, { kind: 'finding' }>[];
    };

/** Runs of fewer stand as they are. */
const RUN_MIN = 3;

/** Rows of a timeline. @param events newest first */
export function rowsOf(events: readonly TimelineEvent[]): TimelineRow[] {
  const rows: TimelineRow[] = [];
  for (let index = 0; index < events.length;) {
    const run = runFrom(events, index);
    const [newest, oldest] = [run[0], run.at(-1)];
    if (newest && oldest && run.length >= RUN_MIN) {
      rows.push({ kind: 'collected', at: newest.at, since: oldest.at, events: run });
      index += run.length;
      continue;
    }
    const found = foundFrom(events, index);
    if (found.length > RUN_MIN) {
      // The newest says what is so now.
      rows.push(...found.slice(0, 1), scannedOf(found.slice(1)));
      index += found.length;
    } else {
      rows.push(...events.slice(index, index + 1));
      index += 1;
    }
  }
  return rows;
}

/** The events from an index on that are artifacts of scans. */
function runFrom(events: readonly TimelineEvent[], index: number) {
  const run: Extract<TimelineEvent, { kind: 'evidence' }>[] = [];
  for (const event of events.slice(index)) {
    if (event.kind !== 'evidence' || event.artifact.type !== 'auto') break;
    run.push(event);
  }
  return run;
}

/** The events from an index on that are what scans found. */
function foundFrom(events: readonly TimelineEvent[], index: number) {
  const run: Extract<TimelineEvent, { kind: 'finding' }>[] = [];
  for (const event of events.slice(index)) {
    if (event.kind !== 'finding') break;
    run.push(event);
  }
  return run;
}

function scannedOf(events: Extract<TimelineEvent, { kind: 'finding' }>[]): TimelineRow {
  const results = events.flatMap(({ result, later }) => [...later, result]);
  const moments = results.map(({ detectedAt }) => detectedAt).toSorted();
  return {
    kind: 'scanned',
    at: moments.at(-1) ?? '',
    since: moments[0] ?? '',
    scans: results.length,
    failed: results.filter(({ status }) => status === 'fail').length,
    events,
  };
}
