import { isUuid } from '../../platform/crypto/uuid.js';
import { rows, sql } from '../../platform/database/database.js';
import { evidenceObjects } from '../evidence/evidence.objects.js';
import type { ObjectOwner } from '../../feature/object-owner.js';
import type { ScanStatus } from './scan-states.js';

/**
 * Findings and artifacts of scans, by the try that wrote them: `{tenant}/scans/{scan}/{lease number}/…`. Needed are those of
 * the try that goes on, those of the try that completed, and every artifact that has a row. What other tries left is not.
 */
export const scanObjects: ObjectOwner = {
  folder: 'scans',
  inUse: async (em, tenantId, keys) => {
    const tries = keys.map((key) => {
      const [, , scanId = '', leaseNumber = ''] = key.split('/');
      return { key, scanId, leaseNumber: Number(leaseNumber) };
    });
    const scanIds = [...new Set(tries.map(({ scanId }) => scanId))].filter(isUuid);
    const scans = await rows(
      em,
      sql<{ id: string; status: ScanStatus; leaseNumber: number }>`
        select id, status, lease_number as "leaseNumber" from scans
        where tenant_id = ${tenantId} and id = any(${scanIds}::uuid[])`,
    );
    const needed = new Map(scans.map((scan) => [scan.id, neededTry(scan)]));
    const [ofTries, others] = partition(tries, ({ scanId, leaseNumber }) => needed.get(scanId) === leaseNumber);
    const withRow = others.length === 0 ? [] : await evidenceObjects.inUse(em, tenantId, others);
    return [...ofTries, ...withRow];
  },
};

/** The lease number whose objects a scan needs, or null. A scan's end raises the number by one. */
function neededTry({ status, leaseNumber }: { status: ScanStatus; leaseNumber: number }): number | null {
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
