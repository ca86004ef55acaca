import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { LeaseQueue, SAMPLE_LEASE, type Lease } from '../../platform/queue/lease-queue.sql.js';
import type { Scores } from '../posture/score.rules.js';
import { ATTEMPTS_MAX, LEASE_SECONDS, type ScanProgress } from './scan-states.js';

/**
 * Id of an earlier scan of the same tenant that has not ended and reads one of the same integrations, for the scan of the query;
 * null where there is none. Scans of one integration run one after the other, in the order in which they were queued.
 */
export const EARLIER_SCAN = sql`
  (select earlier.id from scans earlier
   where earlier.tenant_id = scans.tenant_id and earlier.status in ('queued', 'running')
     and earlier.sequence < scans.sequence and earlier.integration_ids && scans.integration_ids
   order by earlier.sequence limit 1)`;

/** How long a scan waits at most where a slot is free. Seconds. */
const FREE_SLOT_SECONDS = 2;

/** Scans as a lease queue: a queued scan waits for earlier scans of its integrations, and has three attempts. */
export const scanQueue = new LeaseQueue({
  name: 'scans',
  hasOwner: true,
  leaseSeconds: LEASE_SECONDS,
  isWaiting: () => sql`status = 'queued' and ${EARLIER_SCAN} is null`,
  isLeased: sql`status = 'running'`,
  isClaimable: sql`attempts < ${ATTEMPTS_MAX}`,
  onClaim: (now) => sql`
    status = 'running', started_at = coalesce(started_at, ${now}), attempts = attempts + 1,
    progress_sequence = progress_sequence + 1`,
  row: {
    id: 'uuid',
    tenantId: 'uuid',
    integrationIds: 'uuid[]',
    // Key of the imported report by integration id.
    imports: json<Record<string, string>>(),
    // Slugs.
    frameworks: 'text[]',
    // As it was when the scan was queued.
    hasHipaaPrivacy: 'bool',
    triggeredBy: 'uuid?',
    // Claims so far, this one included.
    attempts: 'int4',
    // What queued it.
    traceparent: 'text?',
    leaseNumber: 'int4',
  },
  selectClaimed: () => sql`
    select id, tenant_id as "tenantId", integration_ids as "integrationIds", imports, frameworks,
      hipaa_privacy as "hasHipaaPrivacy", triggered_by as "triggeredBy", attempts, traceparent, lease_number as "leaseNumber"
    from claimed`,
});

/**
 * Scans that are due, of every tenant in the system scope, of one in its own: those first whose tenant would hold the fewest slots
 * of this process with them, then the oldest, so that no number of scans of one tenant hides those of another. An exhausted one
 * was abandoned in its last attempt, and is to be failed.
 */
export const dueScans = statement({
  name: 'scans.due',
  row: { id: 'uuid', tenantId: 'uuid', isExhausted: 'bool' },
  text: ({ now }: { now: Date }) => sql`
    select id, tenant_id as "tenantId", attempts >= ${ATTEMPTS_MAX} and status = 'running' as "isExhausted"
    from scans left join (${scanQueue.shares}) shares using (tenant_id)
    where ${scanQueue.isDue(now)}
    order by coalesce(held, 0) + row_number() over (partition by tenant_id order by created_at, id), created_at, id
    limit 100`,
  samples: [{ now: new Date(0) }],
});

/** Scans of other tenants that are due, and whose tenants hold no slot of this process. In the system scope. */
const othersDue = ({ tenantId, now }: { tenantId: string; now: Date }) => sql`
  select 1 from scans left join (${scanQueue.shares}) shares using (tenant_id)
  where tenant_id <> ${tenantId} and held is null and attempts < ${ATTEMPTS_MAX} and ${scanQueue.isDue(now)}`;

/** Whether a scan of another tenant is due that holds no slot of this process. In the system scope. */
export const othersWait = statement({
  name: 'scans.others_wait',
  row: { waits: 'bool!' },
  text: (claim: { tenantId: string; now: Date }) => sql`select exists (${othersDue(claim)}) as waits`,
  samples: [{ tenantId: '', now: new Date(0) }],
});

/**
 * Whether a running scan has to give its slot up: an earlier one of its tenant runs in this process too, and another tenant that holds
 * none has waited for longer than a free slot takes. In the system scope.
 */
export const isInTheWay = statement({
  name: 'scans.is_in_the_way',
  row: { yields: 'bool!' },
  text: ({ tenantId, id, now }: { tenantId: string; id: string; now: Date }) => sql`
    select exists (
      select 1 from scans running join scans earlier on earlier.tenant_id = running.tenant_id
        and earlier.sequence < running.sequence and earlier.lease_owner = running.lease_owner
      where running.tenant_id = ${tenantId} and running.id = ${id} and earlier.tenant_id = ${tenantId}
        and earlier.status = 'running' and earlier.lease_expires_at >= now()
    ) and exists (
      ${othersDue({ tenantId, now })} and created_at < now() - make_interval(secs => ${FREE_SLOT_SECONDS})
    ) as yields`,
  samples: [{ tenantId: '', id: '', now: new Date(0) }],
});

/** Renews the lease of a scan and stores its progress. */
export const renewWithProgress = statement({
  name: 'scans.renew_with_progress',
  row: {},
  text: ({ lease, progress, passedControls, failedControls }: { lease: Lease } & Progress) => sql`
    update scans set ${scanQueue.renewed}, progress = ${JSON.stringify(progress)}::jsonb,
      progress_sequence = progress_sequence + 1, passed_controls = ${passedControls}, failed_controls = ${failedControls}
    where ${scanQueue.isHeld(lease)}`,
  samples: [
    {
      lease: SAMPLE_LEASE,
      progress: { percent: 0, controlsDone: 0, controlsTotal: 0, currentIntegration: null, findings: 0 },
      passedControls: 0,
      failedControls: 0,
    },
  ],
});

/** What a running scan has found so far. */
export interface Progress {
  progress: ScanProgress;
  passedControls: number;
  failedControls: number;
}

/** Releases a scan whose attempt does not count, because its process only stops. */
export const releaseUncounted = statement({
  name: 'scans.release_uncounted',
  row: {},
  text: ({ lease }: { lease: Lease }) => sql`
    update scans set ${scanQueue.expired}, attempts = attempts - 1 where ${scanQueue.isHeld(lease)}`,
  samples: [{ lease: SAMPLE_LEASE }],
});

/** The end of a scan as it is written. */
export type ScanEnd =
  | {
      status: 'completed';
      totalControls: number;
      passedControls: number;
      failedControls: number;
      /** All of them: the progress was reported last some time ago. */
      findings: number;
      scores: Required<Scores>;
      at: Date;
    }
  | { status: 'failed'; code: string; message: string; at: Date };

/** Ends a scan that is held under `lease`; without one, a scan that has not ended. */
export const endScan = statement({
  name: 'scans.end',
  row: {},
  text: ({ scan, lease, end }: { scan: { id: string; tenantId: string }; lease: Lease | null; end: ScanEnd }) => sql`
    update scans set status = ${end.status}, completed_at = ${end.at}, lease_expires_at = null,
      lease_number = lease_number + 1, progress_sequence = progress_sequence + 1, ${outcome(end)}
    where ${
      lease
        ? scanQueue.isHeld(lease)
        : sql`tenant_id = ${scan.tenantId} and id = ${scan.id} and status in ('queued', 'running')`
    }`,
  samples: [
    {
      scan: { id: '', tenantId: '' },
      lease: SAMPLE_LEASE,
      end: {
        status: 'completed',
        totalControls: 0,
        passedControls: 0,
        failedControls: 0,
        findings: 0,
        scores: { overall: 0, assuredOverall: 0, frameworks: [] },
        at: new Date(0),
      },
    },
    {
      scan: { id: '', tenantId: '' },
      lease: null,
      end: { status: 'failed', code: '', message: '', at: new Date(0) },
    },
  ],
});

function outcome(end: ScanEnd) {
  switch (end.status) {
    case 'completed':
      return sql`
        passed_controls = ${end.passedControls}, failed_controls = ${end.failedControls},
        scores = ${JSON.stringify(end.scores)}::jsonb, failure_code = null, failure_message = null,
        progress = jsonb_set(
          jsonb_set(
            progress || jsonb_build_object('percent', 100, 'currentIntegration', null, 'findings', ${end.findings}::int),
            '{controlsDone}', total_controls::text::jsonb
          ), '{controlsTotal}', total_controls::text::jsonb)`;
    case 'failed':
      return sql`
        scores = null, failure_code = ${end.code}, failure_message = ${end.message},
        progress = progress || jsonb_build_object('currentIntegration', null)`;
  }
}
