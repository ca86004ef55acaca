import { sql } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import type { Role } from '../access/roles.js';
import { CALLER_COLUMNS, CALLER_ROW, CALLER_TABLES } from '../modules/auth/caller.sql.js';

/**
 * Locks what a decision about statuses of the organization changes: its posture and its integrations. Other decisions
 * wait until the transaction ends, and then use its results.
 */
export const lockDecisions = statement({
  name: 'demo.lock_decisions',
  row: { integrations: 'int8!' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    with locked as (select from integrations where tenant_id = ${tenantId}::uuid order by id for update)
    select (select count(*) from locked) as integrations from postures where tenant_id = ${tenantId}::uuid for update`,
  samples: [{ tenantId: '' }],
});

/**
 * Time of the last decision about statuses of the organization, by a scan, an assessment or a change of settings; null
 * without one.
 */
export const lastDecision = statement({
  name: 'demo.last_decision',
  row: { at: 'timestamptz?' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select greatest(
      (select max(completed_at) from scans where tenant_id = ${tenantId}::uuid),
      (select max(created_at) from assessments where tenant_id = ${tenantId}::uuid),
      (select max(changed_at) from status_ledger where tenant_id = ${tenantId}::uuid)
    ) as at`,
  samples: [{ tenantId: '' }],
});

/** Caller of the oldest account with a role. */
export const firstOfRole = statement({
  name: 'demo.first_of_role',
  row: CALLER_ROW,
  text: ({ tenantId, role }: { tenantId: string; role: Role }) => sql`
    select ${CALLER_COLUMNS}
    from ${CALLER_TABLES}
    where u.tenant_id = ${tenantId} and u.role = ${role} and u.removed_at is null
    order by u.created_at, u.id
    limit 1`,
  samples: [{ tenantId: '', role: 'admin' }],
});
