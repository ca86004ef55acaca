import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Scope of database access: a tenant, one account with its memberships, the login of one address, the failure counters of one guess (by
 * their hashes), the holder of a credential whose tenant is not known yet (an API key, an invitation; by its hash), or work across
 * tenants (reads of a few tables). Outside of any scope
 * row level security shows nothing.
 */
export type Scope =
  | { kind: 'tenant'; tenantId: string }
  | { kind: 'account'; accountId: string }
  | { kind: 'login'; email: string }
  | { kind: 'guess'; counters: readonly string[] }
  | { kind: 'credential'; hash: string }
  | { kind: 'system' };

/** Asks before a transaction whether its caller may still begin one; throws where not. */
export type Confirm = () => Promise<void>;

/** For whom statements run: a client that waits for the answer, or a worker. */
export type Patience = 'request' | 'work';

/** One request, or a piece of work: what all of its statements share. */
interface Call {
  patience: Patience;
  /** Whether its reads stay at the primary: it has written, or has read there what may be stale. */
  isBoundToPrimary: boolean;
}

/** The scope of the current call, carried from the transport to the connection pool through every asynchronous call between. */
export class ScopeStorage {
  private readonly storage = new AsyncLocalStorage<{ scope: Scope; confirm: Confirm | null }>();
  private readonly calls = new AsyncLocalStorage<Call>();

  /** @param confirm see `Confirm`; of this scope alone, not of others within it */
  run<T>(scope: Scope, work: () => T, confirm: Confirm | null = null): T {
    const frame = { scope, confirm };
    if (this.calls.getStore()) return this.storage.run(frame, work);
    return this.calls.run(callOf('work'), () => this.storage.run(frame, work));
  }

  /** Asks whether a transaction of the current scope may begin. @throws what `Confirm` throws */
  async confirm(): Promise<void> {
    await this.storage.getStore()?.confirm?.();
  }

  /** Runs `work` for a client that waits for the answer, in whatever scope. */
  forRequest<T>(work: () => T): T {
    return this.calls.run(callOf('request'), work);
  }

  /** For whom the current call runs. @default work */
  get waiting(): Patience {
    return this.calls.getStore()?.patience ?? 'work';
  }

  /** Tenant of the current call, or null. */
  get tenantId(): string | null {
    const scope = this.storage.getStore()?.scope;
    return scope?.kind === 'tenant' ? scope.tenantId : null;
  }

  /** Whether the reads of the current call stay at the primary, also those that may be stale. */
  get isBoundToPrimary(): boolean {
    return this.calls.getStore()?.isBoundToPrimary ?? false;
  }

  /** Keeps the reads of the current call at the primary from now on. */
  bindToPrimary(): void {
    const call = this.calls.getStore();
    if (call) call.isBoundToPrimary = true;
  }

  /** The values of the session variables that the policies read: tenant, login address, credential, system, account. */
  sessionVariables(): [tenantId: string, email: string, credential: string, system: string, accountId: string] {
    const scope = this.storage.getStore()?.scope;
    switch (scope?.kind) {
      case undefined:
        return ['', '', '', '', ''];
      case 'tenant':
        return [scope.tenantId, '', '', '', ''];
      case 'account':
        return ['', '', '', '', scope.accountId];
      case 'login':
        return ['', scope.email, '', '', ''];
      case 'guess':
        return ['', scope.counters.join(','), '', '', ''];
      case 'credential':
        return ['', '', scope.hash, '', ''];
      case 'system':
        return ['', '', '', 'on', ''];
    }
  }
}

function callOf(patience: Patience): Call {
  return { patience, isBoundToPrimary: false };
}
