import type { Role } from '../../access/roles.js';
import type { RequestContext } from '../../context.js';
import { people } from '../auth/account.read.js';
import type { Person } from '../auth/sessions.js';

/** Members of the tenant, oldest first, ties by address. @param role null for all */
export function readMembers({ em, viewer }: RequestContext, role: Role | null): Promise<Person[]> {
  const members = people(em, viewer.tenantId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('email_key');
  return (role === null ? members : members.where('role', '=', role)).execute();
}

/** A current or former member of the tenant, or null. */
export async function readMember({ em, viewer }: RequestContext, id: string): Promise<Person | null> {
  return (await people(em, viewer.tenantId).where('id', '=', id).executeTakeFirst()) ?? null;
}
