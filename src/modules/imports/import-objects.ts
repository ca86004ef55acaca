import type { ObjectOwner } from '../../feature/object-owner.js';
import { importsInUse, namedImports } from './import-objects.sql.js';

/** Imported reports: needed while an integration refers to them, or a scan that has not ended reads them. */
export const importObjects: ObjectOwner = {
  folder: 'imports',
  counted: 'imports',
  inUse: async (em, tenantId, keys) => (await importsInUse.all(em, { tenantId, keys })).map(({ key }) => key),
  named: async (em, tenantId, after, limit) =>
    (await namedImports.all(em, { tenantId, after, limit })).map(({ key }) => key),
};
