import type { Pool, PoolClient } from 'pg';
import { currentTraceparent } from '../telemetry/spans.js';
import type { ScopeStorage } from './scope.js';
import { scopeStatements, type ScopeStatement } from './scoped-client.js';
import { limitValues, type DatabaseLimits } from './statement-limits.js';
import { watchWrites, type OnWritten } from './write-watch.js';

/**
 * Receives a statement before it is sent, and returns the text to send.
 * @param isAcross whether it is sent in the scope of work across tenants, where policies show rows of all of them
 */
export type Intercept = (text: string, values: readonly unknown[], isAcross: boolean) => string;

/** Place of `app.system` among the values of a scope. */
const SYSTEM_VALUE = 3;

export interface ScopedPoolOptions {
  scopes: ScopeStorage;
  limits: DatabaseLimits;
  /** Whether its connections prepare statements. */
  prepares: boolean;
  /** What sets the scope. */
  scope: ScopeStatement;
  /** Values of that beyond scope, limits and trace. @default none */
  more?: () => readonly string[];
  /** Receives the tenants of which its connections have written. @default nobody asks */
  onWritten?: OnWritten | undefined;
  /** Called with every statement. For tests. @default none */
  intercept?: Intercept | undefined;
}

/** Gives every client that is checked out the scope of the call, and the limits of who waits for it. */
export function scopePool(
  pool: Pool,
  { scopes, limits, prepares, scope, more = () => [], onWritten, intercept }: ScopedPoolOptions,
): void {
  const checkedOut = new WeakMap<PoolClient, readonly string[]>();
  const valuesOf = (client: PoolClient) => {
    const values = checkedOut.get(client);
    if (!values) throw new Error('a statement was sent by a client that nobody had checked out');
    return values;
  };
  pool.on('connect', (client: PoolClient) => scopeStatements(client, { valuesOf, prepares, scope }));
  if (onWritten) {
    const noteWritten = (tenantIds: ReadonlySet<string>) => {
      scopes.bindToPrimary();
      onWritten(tenantIds);
    };
    watchWrites(pool, (client) => valuesOf(client)[0] ?? '', noteWritten);
  }
  interceptStatements(pool, valuesOf, intercept);
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const checkOut = async () => {
    const client = await connect();
    releaseOnceEnded(client);
    const limit = limitValues(limits[scopes.waiting]);
    checkedOut.set(client, [...scopes.sessionVariables(), ...limit, currentTraceparent() ?? '', ...more()]);
    return client;
  };
  Object.assign(pool, { connect: checkOut });
}

/**
 * Releases a client whose connection ends while it is checked out, as when a transaction is open for too long: Kysely does not,
 * because the rollback before it fails, and the pool would lack a connection for good.
 */
function releaseOnceEnded(client: PoolClient): void {
  const release = client.release.bind(client);
  let isReleased = false;
  // After the holder has noticed the end, which may release it itself; a second release would throw.
  const onEnd = () => setImmediate(() => client.release(true));
  client.once('end', onEnd);
  client.release = (err) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', onEnd);
    release(err);
  };
}

/** Passes every statement of `pool` through `intercept`. */
function interceptStatements(
  pool: Pool,
  valuesOf: (client: PoolClient) => readonly string[],
  intercept: Intercept | undefined,
): void {
  if (!intercept) return;
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const pass = (text: string, values: unknown) =>
      intercept(text, (values ?? []) as unknown[], valuesOf(client)[SYSTEM_VALUE] === 'on');
    const query = (statement: string | { text: string; values?: unknown[] }, ...rest: unknown[]) =>
      typeof statement === 'string'
        ? send(pass(statement, rest[0]), ...rest)
        : send(Object.assign(statement, { text: pass(statement.text, statement.values) }), ...rest);
    Object.assign(client, { query });
  });
}
