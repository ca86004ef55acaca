import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { TestResult } from './test-result.js';

export type ConnectionKind = 'oidc' | 'saml';
/** `draft`: changed since its last test; `tested`: a test log-in succeeded; `active`: members log in by it. */
export type ConnectionStatus = 'draft' | 'tested' | 'active';

/** Connection of an organization to its identity provider, by OpenID Connect or SAML 2.0. */
export const IdentityConnectionEntity = defineEntity({
  name: 'IdentityConnection',
  tableName: 'identity_connections',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    name: p.text(),
    kind: p.text().$type<ConnectionKind>(),
    status: p.text().$type<ConnectionStatus>(),
    /** Whether members with addresses in the organization's domains log in by it alone. */
    isEnforced: p.boolean().default(false),
    breakGlassUserId: p.uuid().nullable(),
    /** Whether a first log-in creates a member. */
    createsMembers: p.boolean().default(false),
    requiresGroup: p.boolean().default(false),
    groupClaim: p.text().nullable(),
    trustsEmail: p.boolean().default(false),
    issuer: p.text(),
    clientId: p.text().nullable(),
    /** Sealed. */
    clientSecret: p.text().nullable(),
    signOnUrl: p.text().nullable(),
    certificates: p.array().default([]),
    allowsUnsolicited: p.boolean().default(false),
    createdAt: p.datetime(),
    testResult: p.json<TestResult>().nullable(),
  },
});

export type IdentityConnection = InferEntity<typeof IdentityConnectionEntity>;

/** Place of a client secret in the vault: the default of a sealed column. */
export function secretPlace(connectionId: string): string {
  return `identity_connections ${connectionId} client_secret`;
}
