import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { byteText } from './byte-text.rules.js';
import { addStored, beginUsage, release, reserve, settle, storageUsage, tierOf } from './storage-usage.sql.js';

/**
 * How far scans may go beyond the limit that uploads, imports and reports end at: whoever fills the storage is refused long before
 * monitoring is. Source: schema/contract/organizations.md, "License tiers".
 */
const SCANS_BEYOND = 1.1;

/** Limits of the stored files of an organization. */
export interface StorageLimit {
  bytesMax: number;
  filesMax: number;
}

/** Room for a file that is being received. */
export interface Reservation {
  id: string;
}

/**
 * Limit on what an organization stores: evidence, reports, what scans and imports store, and the files of its audit trail. Room is reserved before a byte is stored and settled in the transaction that
 * writes the file's row: concurrent uploads cannot exceed the limit together. A statement to reserve and one to settle.
 */
export class StorageQuota {
  /** @param limitOf limits by license tier */
  constructor(private readonly limitOf: (tier: string) => StorageLimit) {}

  /**
   * Reserves room for a file of at most `bytes`.
   * @throws {AppError} LICENSE_LIMIT_REACHED naming the limit, the use and the remedy
   */
  async reserve({ em, viewer }: RequestContext, bytes: number): Promise<Reservation> {
    const { tenantId, licenseTier } = viewer;
    const limit = this.limitOf(licenseTier);
    const id = newId();
    const take = () => reserve.one(em, { tenantId, id, bytes, ...limit });
    if (await take()) return { id };
    // The first of an organization, or there is no room.
    await beginUsage.run(em, { tenantId });
    if (await take()) return { id };
    const used = await storageUsage.only(em, { tenantId });
    throw new AppError('LICENSE_LIMIT_REACHED', refusal(licenseTier, limit, { used, bytes }));
  }

  /** Replaces a reservation by the size of the stored file, in the transaction of its row. */
  async settle(em: EntityManager, tenantId: string, { id }: Reservation, bytes: number): Promise<void> {
    if ((await settle.run(em, { tenantId, id, bytes })) > 0) return;
    // Taken longer than any request may: it was given back, but the file is there.
    await addStored.run(em, { tenantId, bytes, files: 1 });
  }

  /**
   * Checks that a scan has room before it reads or stores anything. One that had to leave out its evidence would decide statuses
   * that nobody could show to an auditor: it fails instead, says why, and the statuses of the scan before it stand with their date.
   * @throws {AppError} LICENSE_LIMIT_REACHED where a tenth more than the limit is in use
   */
  async checkScan(em: EntityManager, tenantId: string): Promise<void> {
    const { tier } = await tierOf.only(em, { tenantId });
    const limit = this.limitOf(tier);
    const used = await storageUsage.only(em, { tenantId });
    if (used.bytes < limit.bytesMax * SCANS_BEYOND && used.files < limit.filesMax * SCANS_BEYOND) return;
    const inUse = `${byteText(used.bytes)} and ${used.files} files are in use`;
    const most = `the tier ${tier} stores at most ${byteText(limit.bytesMax)} and ${limit.filesMax} files`;
    throw new AppError('LICENSE_LIMIT_REACHED', `${most}, ${inUse}: nothing was scanned; ${REMEDY}`);
  }

  /** Gives a reservation back, where nothing was stored. */
  async release(
    { em, viewer: { tenantId } }: Pick<RequestContext, 'em' | 'viewer'>,
    { id }: Reservation,
  ): Promise<void> {
    await release.run(em, { tenantId, id });
  }
}

const REMEDY =
  'withdraw evidence and delete reports that are no longer needed, retain scans for fewer days, or ask for a larger tier';

function refusal(
  tier: string,
  { bytesMax, filesMax }: StorageLimit,
  { used, bytes }: { used: { bytes: number; files: number }; bytes: number },
): string {
  if (used.files + 1 > filesMax) return `the tier ${tier} stores at most ${filesMax} files: ${REMEDY}`;
  const inUse = `${byteText(used.bytes)} are in use and this one may need ${byteText(bytes)}`;
  return `the tier ${tier} stores at most ${byteText(bytesMax)} of files, ${inUse}: ${REMEDY}`;
}
