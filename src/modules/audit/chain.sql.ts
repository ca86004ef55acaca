import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Entries after a number, oldest first, with the texts that their hashes are made of. */
export const storedEntries = statement({
  name: 'audit.stored_entries',
  row: {
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
  },
  text: ({ tenantId, after, limit }: { tenantId: string; after: number; limit: number }) => sql`
    select tenant_id as "tenantId", sequence::float8 as sequence, id,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, actor_type as "actorType",
      actor_id as "actorId", api_key_id as "apiKeyId", address, user_agent as "userAgent", request_id as "requestId",
      action, resource_type as "resourceType", resource_id as "resourceId", before::text as before,
      after::text as after, previous_hash as "previousHash", hash
    from audit_log e where e.tenant_id = ${tenantId} and e.sequence > ${after}::bigint order by e.sequence limit ${limit}`,
  samples: [{ tenantId: '', after: 0, limit: 1 }],
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
