import type { EntityManager } from '../../platform/database/database.js';
import { emitEvent } from '../events/outbox.js';
import { countAccepted, markFindings, markVotes, recordMatches, type AcceptanceScope } from './acceptance.sql.js';

/**
 * Makes findings, counts and votes agree with the exceptions in force, in the transaction of `em`. Call it with the posture
 * locked, and decide the controls that ask for what it returns.
 * @returns numbers of the universal controls whose votes changed
 */
export async function applyExceptions(em: EntityManager, scope: AcceptanceScope): Promise<number[]> {
  await markFindings.run(em, scope);
  await countAccepted.run(em, scope);
  const changed = await markVotes.all(em, scope);
  return changed.map(({ universalNo }) => universalNo);
}

/**
 * Adds what a scan found to the exceptions that match it. A resource that an exception did not list when it was approved is not
 * covered: subscribers are notified, once for each exception and scan.
 */
export async function recordNewMatches(
  em: EntityManager,
  { tenantId, scanId, at }: { tenantId: string; scanId: string; at: Date },
): Promise<void> {
  const found = await recordMatches.all(em, { tenantId, scanId, exceptionIds: null, at });
  for (const { exceptionId, status, count } of found) {
    if (status !== 'approved') continue;
    await emitEvent(em, tenantId, {
      event: 'exception.new_matches',
      subject: `exception ${exceptionId} matched by scan ${scanId}`,
      data: { exception_id: exceptionId, scan_job_id: scanId, new_matches: count },
    });
  }
}
