import type { RequestContext } from '../../context.js';
import { row, sql } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Person } from './sessions.js';

/** The columns of `users` that a person's profile shows. */
export const PERSON_COLUMNS = sql`id, email, name, role, mfa_enabled as "mfaEnabled", last_login_at as "lastLogin"`;

/** The account of the caller. */
export async function readAccount({ em, viewer }: RequestContext): Promise<Person> {
  const account = await row(
    em,
    sql<Person>`
      select ${PERSON_COLUMNS} from users where id = ${viewer.userId} and tenant_id = ${viewer.tenantId}`,
  );
  if (!account) throw notFound();
  return account;
}
