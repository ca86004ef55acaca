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
