import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Scope of database access: a tenant, the login of one address, the holder of a credential whose tenant is not known
 * yet (an API key, an invitation; by its hash), or work across tenants (reads of a few tables). Outside of any scope
 * row level security shows nothing.
 */
export type Scope =
  | { kind: 'tenant'; tenantId: string }
  | { kind: 'login'; email: string }
  | { kind: 'credential'; hash: string }
  | { kind: 'system' };

/** The scope of the current call, carried from the transport to the connection pool through every asynchronous call between. */
export class ScopeStorage {
  private readonly storage = new AsyncLocalStorage<Scope>();

  run<T>(scope: Scope, work: () => T): T {
    return this.storage.run(scope, work);
  }

  /** The values of the session variables that the policies read: tenant, login address, credential, system. */
  sessionVariables(): [tenantId: string, email: string, credential: string, system: string] {
    const scope = this.storage.getStore();
    switch (scope?.kind) {
      case undefined:
        return ['', '', '', ''];
      case 'tenant':
        return [scope.tenantId, '', '', ''];
      case 'login':
        return ['', scope.email, '', ''];
      case 'credential':
        return ['', '', scope.hash, ''];
      case 'system':
        return ['', '', '', 'on'];
    }
  }
}
