import { z } from 'zod';
import { query, type EntityManager } from '../../platform/database/database.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { accountKey } from '../auth/account-key.rules.js';
import type { Comparison } from './scim-filter.rules.js';
import type { ScimUserValues } from './scim-user.rules.js';

/** A person as a directory sees them. */
export interface ScimUser {
  id: string;
  values: ScimUserValues;
  /** Address of the account. */
  email: string;
  /** Whether a directory has written them, or only found them. */
  isWritten: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A page of a list, as `startIndex` (from 1) and `count` ask for it. */
export interface ScimPage {
  startIndex: number;
  count: number;
}

/** Attribute paths by which users are found. */
export const USER_PATHS = ['id', 'username', 'externalid', 'active', 'displayname', 'emails.value', 'emails.type'];

const Stored = z.object({
  displayName: z.string().nullable(),
  formatted: z.string().nullable(),
  givenName: z.string().nullable(),
  familyName: z.string().nullable(),
  emails: z.array(z.object({ value: z.string(), type: z.string().nullable(), primary: z.boolean() })),
});

/** A page of users, oldest first. Two statements, one where nothing is to be listed. */
export async function readUsers(
  em: EntityManager,
  tenantId: string,
  { comparisons, page }: { comparisons: readonly Comparison[]; page: ScimPage },
): Promise<{ total: number; users: ScimUser[] }> {
  const found = comparisons.reduce(restricted, listed(em, tenantId));
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('total'))
    .executeTakeFirstOrThrow();
  if (page.count === 0 || total < page.startIndex) return { total, users: [] };
  const rows = await found
    .orderBy('u.created_at')
    .orderBy('u.id')
    .limit(page.count)
    .offset(page.startIndex - 1)
    .execute();
  return { total, users: rows.map(userOf) };
}

/** A user, or null for an id that is none here. */
export async function readUser(em: EntityManager, tenantId: string, id: string): Promise<ScimUser | null> {
  if (!isUuid(id)) return null;
  const row = await listed(em, tenantId).where('u.id', '=', id.toLowerCase()).executeTakeFirst();
  return row ? userOf(row) : null;
}

/** Whether another user has this `userName`, or, where none was written, this address. */
export async function isNameTaken(
  em: EntityManager,
  tenantId: string,
  { userName, besides }: { userName: string; besides: string | null },
): Promise<boolean> {
  const named = restricted(listed(em, tenantId), { path: 'username', value: userName });
  const others = besides === null ? named : named.where('u.id', '<>', besides);
  return (await others.limit(1).executeTakeFirst()) !== undefined;
}

/** Members, and people whom a directory has written and deactivated. */
function listed(em: EntityManager, tenantId: string) {
  return query(em)
    .selectFrom('users as u')
    .leftJoin('scim_users as s', (join) =>
      join.onRef('s.tenant_id', '=', 'u.tenant_id').onRef('s.user_id', '=', 'u.id'),
    )
    .select(['u.id', 'u.email', 'u.name', 'u.removed_at as removedAt', 'u.created_at as createdAt'])
    .select(['s.user_id as written', 's.user_name as userName', 's.external_id as externalId', 's.attributes'])
    .select('s.updated_at as updatedAt')
    .where('u.tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb('u.removed_at', 'is', null), eb('s.user_id', 'is not', null)]));
}

type Listed = ReturnType<typeof listed>;

function restricted(found: Listed, { path, value }: Comparison): Listed {
  if (path === 'active') {
    const isActive = String(value).toLowerCase() === 'true';
    return found.where('u.removed_at', isActive ? 'is' : 'is not', null);
  }
  const text = String(value);
  switch (path) {
    case 'id':
      return isUuid(text) ? found.where('u.id', '=', text.toLowerCase()) : found.where((eb) => eb.lit(false));
    case 'username':
      return found.where((eb) => eb(eb.fn.coalesce('s.user_name_key', 'u.email_key'), '=', accountKey(text)));
    case 'externalid':
      return found.where('s.external_id', '=', text);
    case 'displayname':
      return found.where('u.name', '=', text);
    case 'emails.value':
      return found.where('u.email_key', '=', accountKey(text));
    default:
      // The address of the account is the one for work.
      return found.where((eb) => eb.lit(text.toLowerCase() === 'work'));
  }
}

type Row = Awaited<ReturnType<Listed['execute']>>[number];

function userOf(row: Row): ScimUser {
  const { id, email, name, removedAt, createdAt, updatedAt, userName, externalId } = row;
  const stored = row.attributes === null ? null : Stored.parse(row.attributes);
  const found = {
    displayName: name,
    formatted: name,
    givenName: null,
    familyName: null,
    emails: [{ value: email, type: 'work', primary: true }],
  };
  const values = { userName: userName ?? email, externalId, active: removedAt === null, ...(stored ?? found) };
  return { id, email, values, isWritten: row.written !== null, createdAt, updatedAt: updatedAt ?? createdAt };
}
