import { sql } from './database.js';
import { statement } from './statement.js';

/** Binds the rest of a transaction to a tenant, to an account or to the address of one; to none by empty texts. */
export const bindTransaction = statement({
  name: 'database.bind_transaction',
  row: { bound: 'text?' },
  text: ({ tenantId, accountId, email }: { tenantId: string; accountId: string; email: string }) => sql`
    select bind_scope(${tenantId}, ${email}, current_setting('app.credential', true), current_setting('app.system', true), ${accountId}) as bound`,
  samples: [{ tenantId: '', accountId: '', email: '' }],
});
