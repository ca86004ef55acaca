import { sql } from '../../platform/database/database.js';
import { text, type RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Role } from '../../access/roles.js';
import type { Prover } from './session-proof.js';

/** Columns of every caller, whatever the credential. */
export const CALLER_ROW = {
  userId: 'uuid',
  role: text<Role>(),
  licenseTier: 'text',
  frameworks: 'text[]',
  hasHipaaPrivacy: 'bool',
  rateLimitPerMinute: 'int4?',
  suspendedAt: 'timestamptz?',
  version: 'int8',
  statuses: 'bytea',
  assurances: 'bytea',
} as const;

/** Row of a caller, for any credential. */
export type CallerRow = RowOf<typeof CALLER_ROW>;

/** `CALLER_ROW` of the tables in `CALLER_TABLES`. */
export const CALLER_COLUMNS = sql`u.id as "userId", u.role, t.license_tier as "licenseTier", t.frameworks,
  t.hipaa_privacy as "hasHipaaPrivacy", t.rate_limit_per_minute as "rateLimitPerMinute", t.suspended_at as "suspendedAt",
  p.version, p.statuses, p.assurances`;

/** Accounts that may call, with tenant and posture; every credential is joined with them. */
export const CALLER_TABLES = sql`users u
  join tenants t on t.id = u.tenant_id
  join postures p on p.tenant_id = u.tenant_id`;

/** Caller of an open session, none where it has ended or its account was removed. */
export const callerOfSession = statement({
  name: 'auth.caller_of_session',
  isPrepared: true,
  row: {
    ...CALLER_ROW,
    credentialsChangedAt: 'timestamptz',
    authenticatedAt: 'timestamptz?',
    lastUsedAt: 'timestamptz',
    hasPasskeyProof: 'bool',
    mfaRequiredFrom: 'timestamptz?',
    mfaEnabled: 'bool',
    hasPassword: 'bool',
    authenticatedBy: text<Prover>(),
  },
  text: ({ tenantId, userId, sessionId }: { tenantId: string; userId: string; sessionId: string }) => sql`
    select ${CALLER_COLUMNS}, u.credentials_changed_at as "credentialsChangedAt", s.authenticated_at as "authenticatedAt",
      s.last_used_at as "lastUsedAt", s.has_passkey_proof as "hasPasskeyProof", t.mfa_required_from as "mfaRequiredFrom",
      u.mfa_enabled as "mfaEnabled", u.has_password as "hasPassword", s.authenticated_by as "authenticatedBy"
    from ${CALLER_TABLES}
    join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id
    where u.tenant_id = ${tenantId} and u.id = ${userId} and u.removed_at is null
      and s.tenant_id = ${tenantId} and s.id = ${sessionId} and s.ended_at is null`,
  samples: [{ tenantId: '', userId: '', sessionId: '' }],
});

/** A member by their id, whatever their credentials. */
export const callerOfMember = statement({
  name: 'auth.caller_of_member',
  row: CALLER_ROW,
  text: ({ tenantId, userId }: { tenantId: string; userId: string }) => sql`
    select ${CALLER_COLUMNS}
    from ${CALLER_TABLES}
    where u.tenant_id = ${tenantId} and u.id = ${userId} and u.removed_at is null`,
  samples: [{ tenantId: '', userId: '' }],
});
