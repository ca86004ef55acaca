import type { RequestContext } from '../../context.js';
import { row, sql } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Account } from './login.service.js';

/** The account of the caller. */
export async function readAccount({ em, viewer }: RequestContext): Promise<Account> {
  const account = await row(
    em,
    sql<Account>`
      select id, email, name, role, mfa_enabled as "mfaEnabled", last_login_at as "lastLogin"
      from users where id = ${viewer.userId} and tenant_id = ${viewer.tenantId}`,
  );
  if (!account) throw notFound();
  return account;
}
