import { ROLES, type Role } from './roles.js';

/** Who may call an operation: some roles, or anyone without a token. */
export interface Access {
  roles: readonly Role[] | 'public';
  /** Whether an API key is accepted; false for operations that require a login. */
  byApiKey: boolean;
}

/**
 * Rows of the access table: an operation of the graph (`Query.scan`) or an upload (`Upload.importReport`), with its
 * permitted roles.
 */
export type AccessRows = Readonly<Record<string, Access>>;

export const PUBLIC: Access = { roles: 'public', byApiKey: true };
export const ALL: Access = { roles: ROLES, byApiKey: true };
export const ADMIN: Access = { roles: ['admin'], byApiKey: true };
export const ADMIN_AUDITOR: Access = { roles: ['admin', 'auditor'], byApiKey: true };
export const ADMIN_MEMBER: Access = { roles: ['admin', 'member'], byApiKey: true };

/**
 * Refuses API keys for operations that create or end credentials: a stolen key could otherwise extend itself, or lock
 * its owner out. Source: schema/contract/accounts.md, "API keys".
 */
export function notByApiKey(access: Access): Access {
  return { ...access, byApiKey: false };
}
