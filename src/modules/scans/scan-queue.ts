import type { EntityManager } from '../../platform/database/database.js';
import { publish } from '../../platform/pubsub/notifications.js';
import type { Claimed } from '../../platform/queue/lease-queue.sql.js';
import { releaseUncounted, renewWithProgress, scanQueue, type Progress } from './scan-queue.sql.js';

/** Topic of every change of a scan. */
export const SCAN_TOPIC = 'scan';

/** A scan under a lease of this process. */
export type ClaimedScan = Claimed<typeof scanQueue>;

/**
 * Claims one scan. Null where it is not due, or has used up its attempts.
 * @param at when it is begun, unless it was begun before
 */
export async function claimScan(
  em: EntityManager,
  { tenantId, scanId }: { tenantId: string; scanId: string },
  at: Date,
): Promise<ClaimedScan | null> {
  const [claimed] = await scanQueue.claim(em, { tenantId, ids: [scanId], now: at });
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
