import type { EntityManager } from '../../platform/database/database.js';
import { publish } from '../../platform/pubsub/notifications.js';
import type { Claimed } from '../../platform/queue/lease-queue.sql.js';
import { releaseUncounted, renewWithProgress, scanQueue, type Progress } from './scan-queue.sql.js';

/** Topic of every change of a scan. */
export const SCAN_TOPIC = 'scan';

/** A scan under a lease of this process. */
export type ClaimedScan = Claimed<typeof scanQueue>;

/**
 * Claims one scan. Null where it is not due, has used up its attempts, or the tenant holds its share of this process.
 * @param at when it is begun, unless it was begun before
 * @param share slots of this process that the tenant may hold @default any number
 */
export async function claimScan(
  em: EntityManager,
  { tenantId, scanId, share }: { tenantId: string; scanId: string; share?: number },
  at: Date,
): Promise<ClaimedScan | null> {
  const claim = { tenantId, ids: [scanId], now: at };
  const [claimed] =
    share === undefined ? await scanQueue.claim(em, claim) : await scanQueue.claimWithinShare(em, { ...claim, share });
  return claimed ?? null;
}

/**
 * Renews the lease, stores the progress, and notifies the subscribers of the scan.
 * @returns false when the lease is lost: the scan was cancelled, or taken over by another process
 */
export async function reportProgress(em: EntityManager, scan: ClaimedScan, progress: Progress): Promise<boolean> {
  const isHeld = (await renewWithProgress.run(em, { lease: scan, ...progress })) === 1;
  if (isHeld) await publishScan(em, scan.tenantId, scan.id);
  return isHeld;
}

/** Releases the scan for another attempt. @param isAttemptUsed false where the process only stops */
export async function releaseScan(
  em: EntityManager,
  scan: ClaimedScan,
  { isAttemptUsed }: { isAttemptUsed: boolean },
): Promise<void> {
  if (isAttemptUsed) await scanQueue.release(em, scan);
  else await releaseUncounted.run(em, { lease: scan });
}

/** Notifies every process of a change of a scan, when the transaction of `em` commits. */
export function publishScan(em: EntityManager, tenantId: string, scanId: string): Promise<void> {
  return publish(em, { topic: SCAN_TOPIC, tenantId, id: scanId });
}
