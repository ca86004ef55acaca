import type { Role } from '../../access/roles.js';
import type { RequestContext } from '../../context.js';
import { people } from '../auth/account.read.js';
import type { Person } from '../auth/sessions.js';

/** Members of the tenant that a filter selects, oldest first, ties by address; null selects all. */
export function readMembers(
  { em, viewer }: RequestContext,
  { role, mfaEnabled }: { role: Role | null; mfaEnabled: boolean | null },
): Promise<Person[]> {
  return people(em, viewer.tenantId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('email_key')
    .$if(role !== null, (members) => members.where('role', '=', role ?? 'member'))
    .$if(mfaEnabled !== null, (members) => members.where('mfa_enabled', '=', mfaEnabled ?? false))
    .execute();
}

/** A member of the tenant, also a former one unless it has to be current, or null. */
export async function readMember(
  { em, viewer }: RequestContext,
  id: string,
  { isCurrent }: { isCurrent: boolean },
): Promise<Person | null> {
  const found = people(em, viewer.tenantId)
    .where('id', '=', id)
    .$if(isCurrent, (members) => members.where('removed_at', 'is', null));
  return (await found.executeTakeFirst()) ?? null;
}

/** Current and former members of the tenant by their ids, those that there are. */
export async function readMembersById(
  { em, viewer }: RequestContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  if (ids.length === 0) return new Map();
  const found = await people(em, viewer.tenantId).where('id', 'in', ids).execute();
  return new Map(found.map((person) => [person.id, person]));
}
