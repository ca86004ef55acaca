import { ROLES, type Role } from './roles.js';
import type { RequiredScope, Scope } from './scopes.js';

/** Roles that may call an operation, or anyone without a token. */
export type Audience = readonly Role[] | 'public';

/** Who may call an operation, and with which credential. */
export interface Access {
  roles: Audience;
  /** Scope that an API key needs, or `interactive` where none suffices; null for an operation without a token. */
  scope: RequiredScope | null;
  /** Whether the password, a one-time code or a passkey must have been given in the session within the last 10 minutes. */
  stepUp?: true;
  /** Whether a member may call it who has to enrol a second factor before anything else. */
  whileEnrolling?: true;
  /** Whether an external auditor may call it with the token of a link; every other operation refuses them. */
  byAuditorLink?: true;
  /**
   * Whether a session may call it when the request quota of the organization is used up: it takes access away, or is the proof that such an
   * operation asks for. `test/http/reserve.test.ts` calls every one.
   */
  inReserve?: true;
  /** What limits how often it makes the service reach out; absent where it does not. */
  reachesOut?: Outreach;
}

/**
 * Limit of an operation by which the service asks or writes to somebody outside whom the caller names: a system, a receiver, a name
 * server, an address for mail. It is the name of the tenant's quota that each call takes, or the reason why it takes none. Mail to
 * members of the organization is none of it. `test/http/reaching-out.test.ts` calls every one.
 */
export type Outreach = { quota: string } | { boundBy: string };

/**
 * Rows of the access table: an operation of the graph (`Query.scan`) or an upload (`Upload.importReport`), with its
 * permitted roles and the scope that it asks of API keys.
 */
export type AccessRows = Readonly<Record<string, Access>>;

export const ALL = ROLES;
export const ADMIN: readonly Role[] = ['admin'];
export const ADMIN_AUDITOR: readonly Role[] = ['admin', 'auditor'];
export const ADMIN_MEMBER: readonly Role[] = ['admin', 'member'];

/** Operation of external auditors alone, by the token of a link: no member calls it. */
export const BY_AUDITOR_LINK: Access = { roles: [], scope: null, byAuditorLink: true };

/** Operation that anyone may call, without a token. */
export const PUBLIC: Access = { roles: 'public', scope: null };

/** Operation that changes nothing: every API key of a permitted role may call it. */
export function read(roles: readonly Role[]): Access {
  return { roles, scope: 'read' };
}

/** Operation that API keys of a permitted role may call with a scope beyond reading. */
export function scoped(scope: Exclude<Scope, 'read'>, roles: readonly Role[]): Access {
  return { roles, scope };
}

/**
 * Operation for people in a session, never for an API key: members, integrations, webhooks, keys, settings, passwords,
 * and the approval of what another person proposed. A stolen key could otherwise extend itself, lock people out, or
 * send data elsewhere. Source: schema/contract/accounts.md, "API keys".
 */
export function interactive(roles: readonly Role[]): Access {
  return { roles, scope: 'interactive' };
}

/**
 * Interactive operation that asks for a recent password or code (step-up authentication, RFC 9470): it changes members,
 * integrations, webhooks, keys or settings, which a token that was stolen or left open must not. Source:
 * schema/contract/accounts.md, "Step-up".
 */
export function stepUp(roles: readonly Role[]): Access {
  return { ...interactive(roles), stepUp: true };
}

/** The same operation, by which the service reaches out. @param limit name of its quota, or why it takes none */
export function reachingOut(limit: string | { boundBy: string }, access: Access): Access {
  return { ...access, reachesOut: typeof limit === 'string' ? { quota: limit } : limit };
}

/**
 * The same operation, which a session may call out of the reserve when the request quota is used up. For what does nothing but end access or
 * something stolen: whoever uses the quota up with a stolen credential must not keep it by that.
 */
export function inReserve(access: Access): Access {
  return { ...access, inReserve: true };
}

/** The same operation, also for members who have to enrol a second factor before anything else. */
export function whileEnrolling(access: Access): Access {
  return { ...access, whileEnrolling: true };
}
