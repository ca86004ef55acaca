import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Locks the creation of webhooks in a tenant until the end of the transaction. */
export const lockCreation = statement({
  name: 'webhooks.lock_creation',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    select from pg_advisory_xact_lock(hashtextextended('webhooks ' || ${tenantId}::text, 0))`,
  samples: [{ tenantId: '' }],
});
