import type { JsonSchema, RestRow } from '../../feature/rest-row.js';
import { isFinished, type ScanStatus } from './scan-states.js';

/** Polling interval that the specification recommends. Seconds. */
const POLL_SECONDS = '10';

const SCAN = `
  id status createdAt startedAt completedAt totalControls passedControls failedControls triggeredBy
  progress { percent controlsDone controlsTotal currentIntegration findings }
  scores { overall assuredOverall frameworks { framework score assuredScore } }
  failureReason { code message }
  reportRules { total known deciding supporting unknown unknownAsEvidence }
  frameworks integrationIds resourceTypes { integrationId resourceType resources isWhole }
  gaps { integrationId resourceTypes region account checkId reason }`;

/** The specification calls the identifier scan_job_id here. */
function presentScan(scan: Record<string, unknown>): Record<string, unknown> {
  return { scan_job_id: scan.id, ...scan };
}

function presentQueued(payload: Record<string, unknown>): Record<string, unknown> {
  // A worker may have begun it meanwhile; what was accepted is a queued scan.
  const { id, created_at } = payload.scan as Record<string, unknown>;
  return { scan_job_id: id, status: 'queued', created_at };
}

const queuedExtras = (queued: Record<string, unknown>) => ({
  headers: { Location: `/api/scans/${String(queued.scan_job_id)}`, 'Retry-After': POLL_SECONDS },
});

/** REST spelling of the one status that GraphQL cannot spell. */
const STATUS_SPELLING = { not_applicable: 'not-applicable' };

/** A result's status as REST spells it. */
function spelled(status: unknown): unknown {
  return status === 'not_applicable' ? STATUS_SPELLING.not_applicable : status;
}

/** JSON Schema of a result's status in REST. */
const SPELLED_STATUS: JsonSchema = {
  'x-type': 'ScanResultStatus',
  type: 'string',
  enum: ['pass', 'fail', 'not-applicable'],
};

/** Paths of what a result is about: its control, and the evidence whose `download_url` is its file. */
const LINKS: JsonSchema = {
  type: 'object',
  description: 'Paths under which the control and the evidence are read; `download_url` of the evidence is its file.',
  properties: {
    control: { type: 'string', description: '`GET` it for the control with its mappings and what to do.' },
    evidence: {
      type: ['string', 'null'],
      description:
        '`GET` it for the artifact, `download_url` of which is the file; null where no check looked at the control.',
    },
  },
  required: ['control', 'evidence'],
  additionalProperties: false,
};

function linksOf(controlId: string, evidenceId: string | null) {
  return {
    control: `/api/compliance/controls/${controlId}`,
    evidence: evidenceId === null ? null : `/api/evidence/${evidenceId}`,
  };
}

/** The control of a result is flat in REST. */
function presentResult({ control, status, ...result }: Record<string, unknown>): Record<string, unknown> {
  const { id, control_id, title, framework } = control as {
    id: string;
    control_id: string;
    title: string;
    framework: { name: string };
  };
  return {
    control_id,
    control_uuid: id,
    title,
    framework: framework.name,
    ...result,
    status: spelled(status),
    links: linksOf(id, result.evidence_id as string | null),
  };
}

/** Source: specification, section 4, "Scans". */
export const scanRoutes: RestRow[] = [
  {
    method: 'POST',
    path: '/api/scans/trigger',
    summary: 'Queue a scan of the connected integrations.',
    status: 202,
    isBodyOptional: true,
    isIdempotent: true,
    document: `mutation ($input: TriggerScanInput!) { data: triggerScan(input: $input) { scan { id status createdAt } } }`,
    present: presentQueued,
    presented: {
      name: 'QueuedScan',
      members: { scan_job_id: 'scan.id', status: 'scan.status', created_at: 'scan.created_at', scan: null },
    },
    extras: queuedExtras,
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/api/scans',
    summary: 'Scan jobs, newest first.',
    list: 'paged',
    document: `query (
      $statuses: [ScanStatus!], $triggers: [ScanTrigger!], $frameworks: [String!], $from: DateTimeISO, $to: DateTimeISO,
      $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: scans(
        statuses: $statuses, triggers: $triggers, frameworks: $frameworks, from: $from, to: $to,
        first: $first, after: $after, offset: $offset
      ) {
        nodes { id status createdAt completedAt scores { overall assuredOverall frameworks { framework score assuredScore } } }
        pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/scans/{scan_job_id}',
    summary: 'A scan job: poll it until it is completed or failed.',
    document: `query ($scanJobId: ID!) { data: scan(id: $scanJobId) { ${SCAN} } }`,
    present: presentScan,
    presented: { members: { scan_job_id: 'id' } },
    extras: (scan) => (isFinished(scan.status as ScanStatus) ? {} : { headers: { 'Retry-After': POLL_SECONDS } }),
  },
  {
    method: 'GET',
    path: '/api/scans/{scan_job_id}/results',
    summary: 'One result for every control in the scope of the scan.',
    list: 'streamed',
    document: `query (
      $scanJobId: ID!, $status: ScanResultStatus, $statuses: [ScanResultStatus!], $severities: [Severity!], $frameworkId: ID,
      $frameworks: [String!], $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: scanResults(
        scanId: $scanJobId, status: $status, statuses: $statuses, severities: $severities, frameworkId: $frameworkId,
        frameworks: $frameworks, first: $first, after: $after, offset: $offset
      ) {
        nodes {
          id control { id controlId title framework { name } } status finding evidenceKey evidenceId severity evaluated
          resourcesPassed resourcesFailed resourcesAccepted
          failingChecks { id title fault severity resourcesFailed }
        }
        pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
    spelling: STATUS_SPELLING,
    present: presentResult,
    presented: {
      members: {
        control_id: 'control.control_id',
        control_uuid: 'control.id',
        title: 'control.title',
        framework: 'control.framework.name',
        status: SPELLED_STATUS,
        links: LINKS,
        control: null,
      },
    },
  },
  {
    method: 'POST',
    path: '/api/scans/{scan_job_id}/cancel',
    summary: 'End a scan that is queued or running, as failed with the code CANCELLED.',
    inputFromPath: { scanId: 'scan_job_id' },
    document: `mutation ($input: CancelScanInput!) { data: cancelScan(input: $input) { scan { ${SCAN} } } }`,
    present: ({ scan }) => presentScan(scan as Record<string, unknown>),
    presented: { of: 'scan', members: { scan_job_id: 'id' } },
    errors: ['CONFLICT'],
  },
];
