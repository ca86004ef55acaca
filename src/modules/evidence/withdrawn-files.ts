import { isUuid } from '../../platform/crypto/uuid.js';
import type { Database } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { withdrawnFile } from './withdrawal.sql.js';

/** Refusal of downloads of withdrawn evidence, by links that were given out before. */
export class WithdrawnFiles {
  constructor(private readonly database: Database) {}

  /**
   * @param key of an object: `{tenant id}/{folder}/…`
   * @throws {AppError} GONE with the reason, where it is the file of withdrawn evidence
   */
  async refuse(key: string): Promise<void> {
    const [tenantId = '', folder] = key.split('/');
    if (folder !== 'evidence' || !isUuid(tenantId)) return;
    const found = await this.database.within({ kind: 'tenant', tenantId }, () =>
      withdrawnFile.one(this.database.fork(), { tenantId, key }),
    );
    if (!found) return;
    throw new AppError('GONE', 'this evidence was withdrawn', {
      details: [{ field: '/reason_code', message: found.reasonCode }],
    });
  }
}
