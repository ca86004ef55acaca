import type { RequestContext } from '../../context.js';
import { row, rows, sql } from '../../platform/database/database.js';
import { PERSON_COLUMNS } from '../auth/account.read.js';
import type { Role } from '../../access/roles.js';
import type { Person } from '../auth/sessions.js';

/** Members of the tenant, oldest first, those of the same moment by address. @param role null for all */
export function readMembers({ em, viewer }: RequestContext, role: Role | null): Promise<Person[]> {
  return rows(
    em,
    sql<Person>`
      select ${PERSON_COLUMNS} from users
      where tenant_id = ${viewer.tenantId} and removed_at is null and (${role}::text is null or role = ${role})
      order by created_at, email_key`,
  );
}

/** A member of the tenant, also one who was removed, or null. */
export function readMember({ em, viewer }: RequestContext, id: string): Promise<Person | null> {
  return row(em, sql<Person>`select ${PERSON_COLUMNS} from users where id = ${id} and tenant_id = ${viewer.tenantId}`);
}
