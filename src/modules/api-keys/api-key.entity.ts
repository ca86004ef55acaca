import { defineEntity, p } from '@mikro-orm/core';

/** An API key of a user, without the key itself. */
export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    userId: p.uuid(),
    name: p.text(),
    /** The eight characters after `svc_`. */
    keyId: p.text(),
    /** SHA-256 of the key. */
    hash: p.text(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
});
