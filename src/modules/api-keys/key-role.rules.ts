import type { Role } from '../../access/roles.js';

/**
 * Role of a key: that of its service account, as far as the creator of the key has it now; of an account without a role
 * that of the creator. An admin has every role. Source: specification, section 5 (a key inherits the role of its
 * creator), and our choice for accounts with a role of their own.
 * @returns null where neither role contains the other: the key is refused
 */
export function roleOfKey(account: Role | null, creator: Role): Role | null {
  if (account === null || account === 'admin' || account === creator) return creator;
  return creator === 'admin' ? account : null;
}
