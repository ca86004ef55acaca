import type { EntityManager } from '../../platform/database/database.js';
import type { Lease } from '../../platform/queue/lease-queue.sql.js';
import { emitEvent } from '../events/outbox.js';
import { publishScan } from './scan-queue.js';
import { endScan, type ScanEnd } from './scan-queue.sql.js';

/**
 * Ends a scan and writes its one terminal event, in the transaction of `em`.
 * @param lease under which the work was done, or null for an end from outside (cancelled, attempts used up)
 * @returns false when the scan has ended already or the lease is lost; nothing is written then
 */
export async function finishScan(
  em: EntityManager,
  scan: { id: string; tenantId: string },
  lease: Lease | null,
  end: ScanEnd,
): Promise<boolean> {
  const { id, tenantId } = scan;
  if ((await endScan.run(em, { scan: { id, tenantId }, lease, end })) === 0) return false;
  await emitEvent(em, tenantId, { event: `scan.${end.status}`, subject: `scan ${id}`, data: eventData(id, end) });
  await publishScan(em, tenantId, id);
  return true;
}

/** Source: specification, section 6; schema/contract/events.md. */
function eventData(scanId: string, end: ScanEnd): Record<string, unknown> {
  switch (end.status) {
    case 'completed':
      return {
        scan_job_id: scanId,
        total_controls: end.totalControls,
        passed: end.passedControls,
        failed: end.failedControls,
        score: end.scores.overall,
        assured_score: end.scores.assuredOverall,
      };
    case 'failed':
      return {
        scan_job_id: scanId,
        error: { code: end.code, message: end.message },
        completed_at: end.at.toISOString(),
      };
  }
}
