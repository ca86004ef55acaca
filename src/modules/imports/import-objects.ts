import { rows, sql } from '../../platform/database/database.js';
import type { ObjectOwner } from '../../feature/object-owner.js';

/** Imported reports: needed while an integration is fed with them, or a scan that has not ended reads them. */
export const importObjects: ObjectOwner = {
  folder: 'imports',
  inUse: async (em, tenantId, keys) => {
    const found = await rows(
      em,
      sql<{ key: string }>`
        select import_key as key from integrations
        where tenant_id = ${tenantId} and import_key = any(${[...keys]}::text[])
        union
        select import.value from scans s, jsonb_each_text(s.imports) import
        where s.tenant_id = ${tenantId} and s.status in ('queued', 'running')
          and import.value = any(${[...keys]}::text[])`,
    );
    return found.map(({ key }) => key);
  },
  named: async (em, tenantId, after, limit) => {
    const found = await rows(
      em,
      sql<{ key: string }>`
        select import_key as key from integrations
        where tenant_id = ${tenantId} and status <> 'disconnected' and import_key collate "C" > ${after}
        order by import_key collate "C" limit ${limit}`,
    );
    return found.map(({ key }) => key);
  },
};
