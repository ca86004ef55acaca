import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Role } from '../../access/roles.js';
import type { Language } from '../../messages/language.js';

/** Membership of a person in one tenant: what the organization calls a user. */
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
    /** Account of the person, which may have memberships of other tenants; null for a former member. */
    accountId: p.uuid().nullable(),
    /** Whether the identity provider of the tenant is the only way in: then the next three are none of the account's. */
    isProviderOnly: p.boolean().default(false),
    hasPassword: p.boolean().default(false),
    mfaEnabled: p.boolean().default(false),
    passkeyCount: p.integer().default(0),
    /** Language of mails to the member: that of the account where it opens the membership; null where it is not known. */
    language: p.text().$type<Language>().nullable(),
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
