import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

const COLUMNS = {
  tenantId: 'uuid',
  sequence: 'float8',
  id: 'uuid',
  at: 'text',
  actorType: 'text',
  actorId: 'uuid?',
  apiKeyId: 'uuid?',
  address: 'text?',
  userAgent: 'text?',
  requestId: 'text?',
  action: 'text',
  resourceType: 'text',
  resourceId: 'text?',
  before: 'text?',
  after: 'text?',
  previousHash: 'text',
  hash: 'text',
} as const;

/** Columns of an entry of `audit_log` as `e`, with the texts that its hash is made of. */
const columns = sql`
  e.tenant_id as "tenantId", e.sequence::float8 as sequence, e.id,
  to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, e.actor_type as "actorType",
  e.actor_id as "actorId", e.api_key_id as "apiKeyId", e.address, e.user_agent as "userAgent", e.request_id as "requestId",
  e.action, e.resource_type as "resourceType", e.resource_id as "resourceId", e.before::text as before,
  e.after::text as after, e.previous_hash as "previousHash", e.hash`;

interface EntriesAfter {
  tenantId: string;
  after: number;
  limit: number;
}

const entriesAfter = ({ tenantId, after, limit }: EntriesAfter) => sql`
  select ${columns} from audit_log e
  where e.tenant_id = ${tenantId} and e.sequence > ${after}::bigint order by e.sequence limit ${limit}`;

/** Entries after a number, oldest first, with the texts that their hashes are made of. */
export const storedEntries = statement({
  name: 'audit.stored_entries',
  row: COLUMNS,
  text: entriesAfter,
  samples: [{ tenantId: '', after: 0, limit: 1 }],
});

/** The same for a file of the trail: what is signed or verified is never read so. */
export const exportedEntries = statement({
  name: 'audit.exported_entries',
  mayBeStale: true,
  row: COLUMNS,
  text: entriesAfter,
  samples: [{ tenantId: '', after: 0, limit: 1 }],
});

/** The last entries of an action, one for each of some resources, in no order. */
export const entriesOfResources = statement({
  name: 'audit.entries_of_resources',
  row: COLUMNS,
  text: ({
    tenantId,
    action,
    resourceIds,
  }: {
    tenantId: string;
    action: string;
    resourceIds: readonly string[];
  }) => sql`
    select ${columns} from unnest(${resourceIds}::text[]) as wanted (id)
    cross join lateral (
      select * from audit_log own
      where own.tenant_id = ${tenantId} and own.action = ${action} and own.resource_id = wanted.id
      order by own.sequence desc limit 1
    ) e`,
  samples: [{ tenantId: '', action: '', resourceIds: [] }],
});

/** Hashes of the first entries of a tenant, oldest first. */
export const entryHashes = statement({
  name: 'audit.entry_hashes',
  row: { hash: 'text' },
  text: ({ tenantId, size }: { tenantId: string; size: number }) => sql`
    select hash from audit_log where tenant_id = ${tenantId} and sequence <= ${size}::bigint order by sequence`,
  samples: [{ tenantId: '', size: 0 }],
});

/** Number of the newest entry of a tenant about a resource, with its text; for proofs. */
export const entryOfResource = statement({
  name: 'audit.entry_of_resource',
  row: { sequence: 'float8' },
  text: ({ tenantId, action, resourceId }: { tenantId: string; action: string; resourceId: string }) => sql`
    select e.sequence::float8 as sequence from audit_log e
    where e.tenant_id = ${tenantId} and e.action = ${action} and e.resource_id = ${resourceId}
    order by e.sequence desc limit 1`,
  samples: [{ tenantId: '', action: '', resourceId: '' }],
});

/** Whether an entry with this hash is in a tenant's trail. */
export const trailContains = statement({
  name: 'audit.trail_contains',
  row: { contains: 'bool' },
  text: ({ tenantId, hash }: { tenantId: string; hash: string }) => sql`
    select exists (select from audit_log where tenant_id = ${tenantId} and hash = ${hash}) as contains`,
  samples: [{ tenantId: '', hash: '' }],
});
