import { defineEntity, p } from '@mikro-orm/core';
import type { Scope } from '../../access/scopes.js';

/** An API key of a service account, without the key itself. */
export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    serviceAccountId: p.uuid(),
    /** Its creator. */
    userId: p.uuid(),
    name: p.text(),
    /** The eight characters after `svc_`. */
    keyId: p.text(),
    /** SHA-256 of the key. */
    hash: p.text(),
    /** What it may do beside its role, in the order of `SCOPES`. */
    scopes: p.array().$type<Scope[]>(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
});
