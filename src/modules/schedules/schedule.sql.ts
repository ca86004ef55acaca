import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Sets the next run of several schedules of a tenant. */
export const rescheduleAll = statement({
  name: 'schedules.reschedule_all',
  row: {},
  text: ({ tenantId, runs }: { tenantId: string; runs: readonly { id: string; at: Date }[] }) => sql`
    update scan_schedules set next_at = runs.at
    from unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ at }) => at)}::timestamptz[]) as runs (id, at)
    where tenant_id = ${tenantId} and integration_id = runs.id`,
  samples: [{ tenantId: '', runs: [] }],
});

/**
 * Schedules whose time has come, of organizations that are not suspended: in turns by tenant, the longest due first. For the system
 * scope.
 */
export const dueSchedules = statement({
  name: 'scan_schedules.due',
  row: { tenantId: 'uuid', integrationId: 'uuid' },
  text: ({ now, limit }: { now: Date; limit: number }) => sql`
    select s.tenant_id as "tenantId", s.integration_id as "integrationId" from scan_schedules s
    where s.next_at <= ${now}
      and not exists (select from tenants t where t.id = s.tenant_id and t.suspended_at is not null)
    order by row_number() over (partition by s.tenant_id order by s.next_at, s.integration_id), s.next_at limit ${limit}`,
  samples: [{ now: new Date(0), limit: 1 }],
});
