import type { ObjectOwner } from '../../feature/object-owner.js';
import { keysAfter, keysInUse } from './evidence.sql.js';

/** Object owner of uploaded files, which are needed as long as their artifact exists. */
export const evidenceObjects: ObjectOwner = {
  folder: 'evidence',
  counted: 'rows',
  inUse: async (em, tenantId, keys) => (await keysInUse.all(em, { tenantId, keys })).map(({ key }) => key),
  // Of every artifact, those of scans included, which are stored in a folder of their own.
  named: async (em, tenantId, after, limit) =>
    (await keysAfter.all(em, { tenantId, after, limit })).map(({ key }) => key),
};
