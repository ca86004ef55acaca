import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { LEASES_OF_HOST, leaseOwner } from '../../platform/lease-owner.js';
import { notification } from '../../platform/pubsub/notifications.js';

/** A lease not renewed for this long is free. On the database's clock. */
const LEASE_SECONDS = 30;
export const HEARTBEAT_SECONDS = 10;
/** How often a scan is begun before it is given up. */
export const TRIES_MAX = 3;

/** Topic of every change of a scan. */
export const SCAN_TOPIC = 'scan';

/** A scan that this process may work on, until the lease ends or another takes it. */
export interface ClaimedScan {
  id: string;
  tenantId: string;
  integrationIds: string[];
  /** Key of the imported report by integration id. */
  imports: Record<string, string>;
  frameworks: string[];
  /** As it was when the scan was queued. */
  hasHipaaPrivacy: boolean;
  triggeredBy: string | null;
  attempts: number;
  /** Fencing number: work is kept only under the newest one. */
  leaseNumber: number;
}

/**
 * An earlier scan of the same tenant that has not ended and reads one of the same integrations, for the scan of the query:
 * only one scan reads an integration at a time, in the order in which they were queued.
 */
export const EARLIER_SCAN = sql`
  (select earlier.id from scans earlier
   where earlier.tenant_id = scans.tenant_id and earlier.status in ('queued', 'running')
     and earlier.sequence < scans.sequence and earlier.integration_ids && scans.integration_ids
   order by earlier.sequence limit 1)`;

/**
 * Takes a scan that is queued and behind no other, or running under a lease that has ended. Null where it cannot be had.
 * @param at when the scan is begun, unless it was begun before
 */
export function claimScan(em: EntityManager, scanId: string, at: Date): Promise<ClaimedScan | null> {
  return row(
    em,
    sql<ClaimedScan>`
      update scans set status = 'running', started_at = coalesce(started_at, ${at}), attempts = attempts + 1,
        lease_owner = ${leaseOwner()}, lease_number = lease_number + 1,
        lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS}),
        progress_sequence = progress_sequence + 1
      where id = ${scanId} and attempts < ${TRIES_MAX}
        and ((status = 'queued' and ${EARLIER_SCAN} is null) or (status = 'running' and lease_expires_at < now()))
      returning id, tenant_id as "tenantId", integration_ids as "integrationIds", imports, frameworks,
        hipaa_privacy as "hasHipaaPrivacy", triggered_by as "triggeredBy", attempts, lease_number as "leaseNumber"`,
  );
}

/** How far a scan is, as its subscribers see it. */
export interface ScanProgress {
  /** 0 to 100, whole. */
  percent: number;
  controlsDone: number;
  controlsTotal: number;
  /** Name of the integration that is being read, or null. */
  currentIntegration: string | null;
  findings: number;
}

/**
 * Renews the lease and, where given, tells the progress.
 * @returns false when the lease is lost: cancelled, or taken by another
 */
export async function renewLease(
  em: EntityManager,
  scan: ClaimedScan,
  told: { progress: ScanProgress; passedControls: number; failedControls: number } | null,
): Promise<boolean> {
  const renewed = await row(
    em,
    told
      ? sql`
        update scans set lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS}),
          progress = ${JSON.stringify(told.progress)}::jsonb, progress_sequence = progress_sequence + 1,
          passed_controls = ${told.passedControls}, failed_controls = ${told.failedControls}
        where id = ${scan.id} and status = 'running' and lease_number = ${scan.leaseNumber} returning 1`
      : sql`
        update scans set lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
        where id = ${scan.id} and status = 'running' and lease_number = ${scan.leaseNumber} returning 1`,
  );
  if (renewed && told) await publishScan(em, scan.tenantId, scan.id);
  return renewed !== null;
}

/** Gives the scan back for another try; a process that only stops has not used up its own. */
export async function releaseLease(em: EntityManager, scan: ClaimedScan, used: { isTryUsed: boolean }): Promise<void> {
  await rows(
    em,
    sql`update scans set lease_expires_at = now() - interval '1 second', attempts = attempts - ${used.isTryUsed ? 0 : 1}
        where id = ${scan.id} and status = 'running' and lease_number = ${scan.leaseNumber}`,
  );
}

/** Tells every process that a scan changed, when the transaction of `em` commits. */
export async function publishScan(em: EntityManager, tenantId: string, scanId: string): Promise<void> {
  const [channel, payload] = notification({ topic: SCAN_TOPIC, tenantId, id: scanId });
  await rows(em, sql`select pg_notify(${channel}, ${payload})`);
}

/** A scan that nobody works on. */
export interface DueScan {
  id: string;
  tenantId: string;
  /** True when it has been begun as often as it may be. */
  isExhausted: boolean;
}

/** Scans of every tenant that are queued behind no other or whose lease has ended, oldest first. For the system scope. */
export function findDueScans(em: EntityManager): Promise<DueScan[]> {
  return rows(
    em,
    sql<DueScan>`
      select id, tenant_id as "tenantId", attempts >= ${TRIES_MAX} and status = 'running' as "isExhausted"
      from scans where (status = 'queued' and ${EARLIER_SCAN} is null) or (status = 'running' and lease_expires_at < now())
      order by created_at, id limit 100`,
  );
}

/** Owners of the leases of this host that are in force. For the system scope. */
export function findLeasesOfHost(em: EntityManager): Promise<{ id: string; tenantId: string; owner: string }[]> {
  return rows(
    em,
    sql<{ id: string; tenantId: string; owner: string }>`
      select id, tenant_id as "tenantId", lease_owner as owner from scans
      where status = 'running' and lease_expires_at >= now() and starts_with(lease_owner, ${LEASES_OF_HOST})`,
  );
}

/** Ends the lease of a process that is known to be dead, so that its scan need not wait for it. */
export async function freeLease(em: EntityManager, scanId: string, owner: string): Promise<void> {
  await rows(
    em,
    sql`update scans set lease_expires_at = now() - interval '1 second'
        where id = ${scanId} and status = 'running' and lease_owner = ${owner}`,
  );
}
