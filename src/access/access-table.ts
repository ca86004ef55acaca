import type { Access, AccessRows } from './access.js';
import type { Role } from './roles.js';
import type { RequiredScope, Scope } from './scopes.js';

/** The properties of a caller that decide what they may do. */
export interface AccessCaller {
  role: Role;
  /** Scopes of the API key that was used instead of a token, or null for a session. */
  scopes: readonly Scope[] | null;
  /** Whether they have to enrol a second factor before anything else. @default false */
  needsMfaEnrolment?: boolean;
  /** Link by which an external auditor calls, who has no role; null for everybody else. @default null */
  auditorLink?: object | null;
}

/** Reason why a caller may not call an operation: their link, their role, codes to be enrolled, or the scopes of their API key. */
export type AccessRefusal =
  | { reason: 'auditor_link' }
  | { reason: 'role' }
  | { reason: 'enrolment' }
  | { reason: 'scope'; requiredScope: RequiredScope };

/**
 * Access table: which roles may call which operation, and with which scope of an API key, from the rows of all
 * features. It drives GraphQL, REST (whose rows name operations), sockets, uploads and the documentation;
 * schema/contract/roles-queries.md and schema/contract/roles-operations.md print it. Source: specification, sections 4 and 5; where it is silent,
 * schema/contract/roles.md.
 */
export class AccessTable {
  private readonly rows: ReadonlyMap<string, Access>;

  /** @throws {Error} when two features have a row for one operation */
  constructor(features: readonly { access?: AccessRows }[]) {
    const rows = new Map<string, Access>();
    for (const [operation, access] of features.flatMap((feature) => Object.entries(feature.access ?? {}))) {
      if (rows.has(operation)) throw new Error(`two features have an access row for ${operation}`);
      rows.set(operation, access);
    }
    this.rows = rows;
  }

  /** Every operation of the table, in the order of the features. */
  get operations(): string[] {
    return [...this.rows.keys()];
  }

  /** Row of an operation. @throws {Error} for an operation without a row */
  rowOf(operation: string): Access {
    const access = this.rows.get(operation);
    if (!access) throw new Error(`${operation} is not in the access table`);
    return access;
  }

  /** Whether anyone may call `operation`, without a token. */
  isPublic(operation: string): boolean {
    return this.rows.get(operation)?.roles === 'public';
  }

  /** Reason why a caller may not call an operation, the role before the scope; null when they may. */
  refusalOf(
    { role, scopes, needsMfaEnrolment = false, auditorLink = null }: AccessCaller,
    operation: string,
  ): AccessRefusal | null {
    const access = this.rows.get(operation);
    if (access?.roles === 'public') return null;
    // Before the role: whatever a link is given as one, it opens the named operations alone.
    if (auditorLink !== null) return access?.byAuditorLink === true ? null : { reason: 'auditor_link' };
    if (!access?.roles.includes(role)) return { reason: 'role' };
    if (needsMfaEnrolment && !access.whileEnrolling) return { reason: 'enrolment' };
    if (scopes === null) return null;
    const required = access.scope ?? 'interactive';
    return required !== 'interactive' && scopes.includes(required)
      ? null
      : { reason: 'scope', requiredScope: required };
  }

  /** Whether a session may call `operation` when the request quota is used up. */
  isInReserve(operation: string): boolean {
    return this.rows.get(operation)?.inReserve === true;
  }

  /**
   * Names of the queries, mutations and uploads that the caller may call, without their kind (`triggerScan`): each
   * once, in alphabetical order. Subscriptions are omitted: they send what queries return, to the same roles.
   */
  permissionsOf(caller: AccessCaller): string[] {
    const permitted = this.operations.filter((operation) => this.refusalOf(caller, operation) === null);
    const names = permitted.flatMap((operation) => {
      const [kind, name = ''] = operation.split('.');
      return kind === 'Subscription' ? [] : [name];
    });
    return [...new Set(names)].sort();
  }
}
