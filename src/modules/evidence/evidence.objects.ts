import { rows, sql } from '../../platform/database/database.js';
import type { ObjectOwner } from '../../feature/object-owner.js';

/** Uploaded files: needed as long as their artifact is there. */
export const evidenceObjects: ObjectOwner = {
  folder: 'evidence',
  inUse: async (em, tenantId, keys) => {
    const found = await rows(
      em,
      sql<{ key: string }>`
        select file_reference as key from evidence
        where tenant_id = ${tenantId} and file_reference collate "C" = any(${[...keys]}::text[])`,
    );
    return found.map(({ key }) => key);
  },
  // Of every artifact: those of scans lie in a folder of their own, and are missed as much.
  named: async (em, tenantId, after, limit) => {
    const found = await rows(
      em,
      sql<{ key: string }>`
        select file_reference as key from evidence
        where tenant_id = ${tenantId} and file_reference collate "C" > ${after}
        order by file_reference collate "C" limit ${limit}`,
    );
    return found.map(({ key }) => key);
  },
};
