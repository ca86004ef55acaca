import type { ObjectOwner } from '../../feature/object-owner.js';
import { databaseNow, query } from '../../platform/database/database.js';

/** Files of reports: needed until the end of the time for which they are stored. */
export const reportObjects: ObjectOwner = {
  folder: 'reports',
  counted: 'rows',
  inUse: async (em, tenantId, keys) => {
    const found = await query(em)
      .selectFrom('reports')
      .select('object_key')
      .where('tenant_id', '=', tenantId)
      .where((eb) => eb('object_key', '=', eb.fn.any(eb.val([...keys]))))
      .where('expires_at', '>', databaseNow())
      .execute();
    return found.map((report) => report.object_key);
  },
};
