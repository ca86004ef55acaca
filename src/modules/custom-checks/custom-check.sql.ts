import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Waits until nobody else creates a check of the tenant, and excludes others until the end of the transaction. */
export const lockCreation = statement({
  name: 'custom_checks.lock_creation',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    select from pg_advisory_xact_lock(hashtextextended('custom checks ' || ${tenantId}::text, 0))`,
  samples: [{ tenantId: '' }],
});

/** How many checks the tenant has, and whether one of them has the key. */
export const checkCounts = statement({
  name: 'custom_checks.counts',
  row: { count: 'int4!', isTaken: 'bool!' },
  text: ({ tenantId, key }: { tenantId: string; key: string }) => sql`
    select count(*)::int as count, coalesce(bool_or(key = ${key}), false) as "isTaken"
    from custom_checks where tenant_id = ${tenantId}`,
  samples: [{ tenantId: '', key: '' }],
});

/** The latest completed scan that stored resources, and the key of these. */
export const latestStoredResources = statement({
  name: 'custom_checks.latest_stored_resources',
  row: { scanId: 'uuid', key: 'text!' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select id as "scanId", snapshot->>'key' as key from scans
    where tenant_id = ${tenantId} and status = 'completed' and snapshot is not null
    order by sequence desc limit 1`,
  samples: [{ tenantId: '' }],
});
