import { row, sql, type EntityManager } from '../../platform/database/database.js';
import { emitEvent } from '../events/outbox.js';
import { publishScan } from './scan.lease.js';
import type { Scores } from '../posture/score.rules.js';

/** The end of a scan as it is written. */
export type ScanEnd =
  | {
      status: 'completed';
      totalControls: number;
      passedControls: number;
      failedControls: number;
      /** All of them: what was told last of the progress may be some time ago. */
      findings: number;
      scores: Scores;
      at: Date;
    }
  | { status: 'failed'; code: string; message: string; at: Date };

/**
 * Ends a scan and writes its one terminal event, in the transaction of `em`.
 * @param leaseNumber the lease under which the work was done, or null for an end from outside (cancelled, given up)
 * @returns false when it has ended already or another holds the lease; nothing is written then
 */
export async function finishScan(
  em: EntityManager,
  scan: { id: string; tenantId: string },
  leaseNumber: number | null,
  end: ScanEnd,
): Promise<boolean> {
  const isCompleted = end.status === 'completed';
  const finished = await row(
    em,
    sql<{ sequence: number }>`
      update scans set status = ${end.status}, completed_at = ${end.at}, lease_expires_at = null,
        lease_number = lease_number + 1, progress_sequence = progress_sequence + 1,
        passed_controls = ${isCompleted ? end.passedControls : sql`passed_controls`},
        failed_controls = ${isCompleted ? end.failedControls : sql`failed_controls`},
        scores = ${isCompleted ? JSON.stringify(end.scores) : null}::jsonb,
        failure_code = ${isCompleted ? null : end.code}, failure_message = ${isCompleted ? null : end.message},
        progress = case when ${isCompleted}
          then progress || jsonb_build_object(
            'percent', 100, 'controlsDone', total_controls, 'controlsTotal', total_controls, 'currentIntegration', null,
            'findings', ${isCompleted ? end.findings : 0}::int)
          else progress || jsonb_build_object('currentIntegration', null) end
      where id = ${scan.id} and status in ('queued', 'running')
        and (${leaseNumber}::int is null or (status = 'running' and lease_number = ${leaseNumber}::int))
      returning sequence`,
  );
  if (!finished) return false;
  await emitEvent(em, scan.tenantId, {
    event: `scan.${end.status}`,
    subject: `scan ${scan.id}`,
    data: eventData(scan.id, end),
  });
  await publishScan(em, scan.tenantId, scan.id);
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
      };
    case 'failed':
      return {
        scan_job_id: scanId,
        error: { code: end.code, message: end.message },
        completed_at: end.at.toISOString(),
      };
  }
}
