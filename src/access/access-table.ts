import type { Access, AccessRows } from './access.js';
import type { Role } from './roles.js';

/** The properties of a caller that decide what they may do. */
export interface AccessCaller {
  role: Role;
  /** Id of the API key that was used instead of a token, or null. */
  apiKeyId: string | null;
}

/**
 * Access table: which roles may call which operation, from the rows of all features. It drives GraphQL, REST (whose
 * rows name operations), sockets, uploads and the documentation; schema/contract/roles.md prints it. Source:
 * specification, sections 4 and 5; where it is silent, schema/contract/roles.md.
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

  /** Reason why a caller may not call an operation: their role, or the use of an API key; null when they may. */
  refusalOf({ role, apiKeyId }: AccessCaller, operation: string): 'role' | 'api key' | null {
    const access = this.rows.get(operation);
    if (access?.roles === 'public') return null;
    if (!access?.roles.includes(role)) return 'role';
    return apiKeyId !== null && !access.byApiKey ? 'api key' : null;
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
