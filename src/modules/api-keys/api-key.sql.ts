import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Role } from '../../access/roles.js';
import { CALLER_COLUMNS, CALLER_ROW, CALLER_TABLES } from '../auth/caller.sql.js';

/** Caller of a key that is in force at `now`: its creator, with the role of its service account. */
export const callerOfKey = statement({
  name: 'api_keys.caller_of_key',
  isPrepared: true,
  row: {
    ...CALLER_ROW,
    expiresAt: 'timestamptz',
    lastUsedAt: 'timestamptz?',
    scopes: 'text[]',
    accountRole: text<Role>('text?'),
  },
  text: ({ tenantId, id, now }: { tenantId: string; id: string; now: Date }) => sql`
    select ${CALLER_COLUMNS}, k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.scopes, s.role as "accountRole"
    from ${CALLER_TABLES}
    join api_keys k on k.tenant_id = u.tenant_id and k.user_id = u.id
    join service_accounts s on s.tenant_id = k.tenant_id and s.id = k.service_account_id
    where u.tenant_id = ${tenantId} and u.removed_at is null
      and k.tenant_id = ${tenantId} and k.id = ${id} and k.revoked_at is null and k.expires_at > ${now}
      and s.disabled_at is null`,
  samples: [{ tenantId: '', id: '', now: new Date(0) }],
});
