import { isUuid } from '../../platform/crypto/uuid.js';
import { query } from '../../platform/database/database.js';
import { evidenceObjects } from '../evidence/evidence-objects.js';
import type { ObjectOwner } from '../../feature/object-owner.js';
import type { ScanStatus } from './scan-states.js';

/**
 * Findings and artifacts of scans, by the attempt that wrote them: `{tenant}/scans/{scan}/{lease number}/…`. Needed are those of
 * the attempt that runs, those of the attempt that completed, and every artifact that has a row. What other attempts left is not.
 */
export const scanObjects: ObjectOwner = {
  folder: 'scans',
  counted: 'scans',
  inUse: async (em, tenantId, keys) => {
    const attempts = keys.map((key) => {
      const [, , scanId = '', leaseNumber = ''] = key.split('/');
      return { key, scanId, leaseNumber: Number(leaseNumber) };
    });
    const scanIds = [...new Set(attempts.map(({ scanId }) => scanId))].filter(isUuid);
    const scans = await query(em)
      .selectFrom('scans')
      .select(['id', 'status', 'lease_number as leaseNumber'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', (eb) => eb.fn.any(eb.val(scanIds)))
      .execute();
    const needed = new Map(scans.map((scan) => [scan.id, neededAttempt(scan)]));
    const [ofAttempts, others] = partition(attempts, ({ scanId, leaseNumber }) => needed.get(scanId) === leaseNumber);
    const withRow = others.length === 0 ? [] : await evidenceObjects.inUse(em, tenantId, others);
    return [...ofAttempts, ...withRow];
  },
};

/** The lease number whose objects a scan needs, or null. A scan's end raises the number by one. */
function neededAttempt({ status, leaseNumber }: { status: ScanStatus; leaseNumber: number }): number | null {
  switch (status) {
    case 'queued':
    case 'running':
      return leaseNumber;
    case 'completed':
      return leaseNumber - 1;
    case 'failed':
      return null;
  }
}

function partition<T extends { key: string }>(all: T[], isFirst: (each: T) => boolean): [string[], string[]] {
  const keysOf = (some: T[]) => some.map(({ key }) => key);
  return [keysOf(all.filter(isFirst)), keysOf(all.filter((each) => !isFirst(each)))];
}
