import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Role } from '../../access/roles.js';

/** A person's account in one tenant. */
export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    email: p.text(),
    /** Canonical address; see `accountKey`. */
    emailKey: p.text(),
    name: p.text(),
    role: p.text().$type<Role>(),
    passwordHash: p.text().nullable(),
    mfaEnabled: p.boolean().default(false),
    /** Sealed seed of the one-time codes. */
    mfaSecret: p.text().nullable(),
    lastLoginAt: p.datetime().nullable(),
    credentialsChangedAt: p.datetime(),
    createdAt: p.datetime(),
    /** End of the membership, or null. */
    removedAt: p.datetime().nullable(),
    /** Identity provider that keeps name, address and role, or null where admins do. */
    managedBy: p.uuid().nullable(),
  },
});

export type User = InferEntity<typeof UserEntity>;
