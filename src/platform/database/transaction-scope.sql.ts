import { sql } from './database.js';
import { statement } from './statement.js';

/** Binds the rest of a transaction to a tenant, to an account or to the address of one; to none by empty texts. */
export const bindTransaction = statement({
  name: 'database.bind_transaction',
  row: { tenantId: 'text?', accountId: 'text?', email: 'text?' },
  text: ({ tenantId, accountId, email }: { tenantId: string; accountId: string; email: string }) => sql`
    select set_config('app.tenant_id', ${tenantId}, true) as "tenantId", set_config('app.account_id', ${accountId}, true) as "accountId",
      set_config('app.login_email', ${email}, true) as email`,
  samples: [{ tenantId: '', accountId: '', email: '' }],
});
