import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Number of a tenant's entries, and the hash of the newest; null of an empty trail. */
export const chainHead = statement({
  name: 'audit.chain_head',
  row: { count: 'int4', head: 'text?' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select count(*)::int as count, (array_agg(hash order by sequence desc))[1] as head
    from audit_log where tenant_id = ${tenantId}`,
  samples: [{ tenantId: '' }],
});

/** The first entry of a tenant that is missing, was changed or does not follow from the entry before it. */
export const firstBrokenEntry = statement({
  name: 'audit.first_broken_entry',
  row: { sequence: 'int4', isDense: 'bool', isLinked: 'bool' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select sequence::int, is_dense as "isDense", is_linked as "isLinked" from (
      select sequence,
        sequence = coalesce(lag(sequence) over trail, 0) + 1 as is_dense,
        previous_hash = coalesce(lag(hash) over trail, repeat('0', 64)) as is_linked,
        hash = audit_hash(log) as is_whole
      from audit_log log where tenant_id = ${tenantId}
      window trail as (order by sequence)
    ) checked
    where not (is_dense and is_linked and is_whole) order by sequence limit 1`,
  samples: [{ tenantId: '' }],
});

/** Whether an entry with this hash is in a tenant's trail. */
export const trailContains = statement({
  name: 'audit.trail_contains',
  row: { contains: 'bool' },
  text: ({ tenantId, hash }: { tenantId: string; hash: string }) => sql`
    select exists (select from audit_log where tenant_id = ${tenantId} and hash = ${hash}) as contains`,
  samples: [{ tenantId: '', hash: '' }],
});
