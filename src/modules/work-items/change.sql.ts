import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';

/** Most changes that are listed of a work item. */
export const CHANGES_MAX = 50;

interface Person {
  id: string;
  name: string;
}

/** The last changes of work items, newest first, as the audit trail has them; `owner` is whoever got it by the change. */
export const workItemChanges = statement({
  name: 'work_items.changes',
  mayBeStale: true,
  row: {
    workItemId: 'uuid!',
    id: 'uuid',
    at: 'timestamptz',
    by: json<Person>('jsonb?'),
    owner: json<Person>('jsonb?'),
    before: json<Record<string, unknown>>('jsonb?'),
    after: json<Record<string, unknown>>('jsonb?'),
  },
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select item.id as "workItemId", a.id, a.at,
      (select jsonb_build_object('id', u.id, 'name', u.name) from users u where u.tenant_id = ${tenantId} and u.id = a.actor_id) as by,
      (
        select jsonb_build_object('id', u.id, 'name', u.name) from users u
        where u.tenant_id = ${tenantId} and u.id = (a.after ->> 'ownerId')::uuid
      ) as owner,
      a.before, a.after
    from unnest(${ids}::uuid[]) as item (id)
    cross join lateral (
      select l.* from audit_log l
      where l.tenant_id = ${tenantId} and l.resource_id = item.id::text
        and l.action in ('work_item.created', 'work_item.changed')
      order by l.sequence desc limit ${CHANGES_MAX}
    ) a
    order by a.sequence desc`,
  samples: [{ tenantId: '', ids: [] }],
});
