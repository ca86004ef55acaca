import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { byteText } from './byte-text.rules.js';
import { addStored, release, reserve, settle, storageUsage } from './storage-usage.sql.js';

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
 * Limit on what an organization stores. Room is reserved before a byte is stored and settled in the transaction that
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
    if (await reserve.one(em, { tenantId, id, bytes, ...limit })) return { id };
    const used = await storageUsage.only(em, { tenantId });
    throw new AppError('LICENSE_LIMIT_REACHED', refusal(licenseTier, limit, { used, bytes }));
  }

  /** Replaces a reservation by the size of the stored file, in the transaction of its row. */
  async settle(em: EntityManager, tenantId: string, { id }: Reservation, bytes: number): Promise<void> {
    if ((await settle.run(em, { tenantId, id, bytes })) > 0) return;
    // Taken longer than any request may: it was given back, but the file is there.
    await addStored.run(em, { tenantId, bytes, files: 1 });
  }

  /** Gives a reservation back, where nothing was stored. */
  async release(
    { em, viewer: { tenantId } }: Pick<RequestContext, 'em' | 'viewer'>,
    { id }: Reservation,
  ): Promise<void> {
    await release.run(em, { tenantId, id });
  }
}

function refusal(
  tier: string,
  { bytesMax, filesMax }: StorageLimit,
  { used, bytes }: { used: { bytes: number; files: number }; bytes: number },
): string {
  const remedy = 'withdraw evidence and delete reports that are no longer needed, or ask for a larger tier';
  if (used.files + 1 > filesMax) return `the tier ${tier} stores at most ${filesMax} files: ${remedy}`;
  const inUse = `${byteText(used.bytes)} are in use and this one may need ${byteText(bytes)}`;
  return `the tier ${tier} stores at most ${byteText(bytesMax)} of files, ${inUse}: ${remedy}`;
}
