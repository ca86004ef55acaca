import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Waits until nobody else saves a view of the person, and excludes others until the end of the transaction. */
export const lockViews = statement({
  name: 'saved_views.lock',
  row: {},
  text: ({ tenantId, userId }: { tenantId: string; userId: string }) => sql`
    select from pg_advisory_xact_lock(hashtextextended('saved views ' || ${tenantId}::text || ' ' || ${userId}::text, 0))`,
  samples: [{ tenantId: '', userId: '' }],
});
