import { rows, sql } from '../../platform/database/database.js';
import type { ObjectOwner } from '../../feature/object-owner.js';

/** Files of reports: needed as long as their link is good. */
export const reportObjects: ObjectOwner = {
  folder: 'reports',
  inUse: async (em, tenantId, keys) => {
    const found = await rows(
      em,
      sql<{ key: string }>`
        select object_key as key from reports
        where tenant_id = ${tenantId} and object_key = any(${[...keys]}::text[]) and expires_at > now()`,
    );
    return found.map(({ key }) => key);
  },
};
