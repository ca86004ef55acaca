import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Waits until nobody else creates a webhook of the tenant, and excludes others until the end of the transaction. */
export const lockCreation = statement({
  name: 'webhooks.lock_creation',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    select from pg_advisory_xact_lock(hashtextextended('webhooks ' || ${tenantId}::text, 0))`,
  samples: [{ tenantId: '' }],
});
