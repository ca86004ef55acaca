import { MikroORM, type EntityManager, type EntitySchema } from '@mikro-orm/postgresql';
import { sql, type Expression, type Kysely } from 'kysely';
import { Pool, types, type PoolClient } from 'pg';
import type { Tables } from '../../../schema/tables.js';
import type { Log } from '../log.js';
import { clientFor } from './primary.js';
import { ScopeStorage, type Scope } from './scope.js';
import { scopeStatements, type ScopeValues } from './scoped-client.js';
import { tlsOptions } from './tls-options.js';
import { DATABASE_LIMITS, limitValues, type DatabaseLimits } from './statement-limits.js';

export type { EntityManager };

/** Receives a statement before it is sent, and returns the text to send. */
export type Intercept = (text: string, values: readonly unknown[]) => string;

export interface DatabaseOptions {
  /** Connection URL of the service role, which owns nothing and bypasses no policy. */
  url: string;
  /** Whether a pooler stands between, which may send each transaction to another connection: nothing is prepared then. @default false */
  isPooled?: boolean;
  entities: EntitySchema[];
  log: Log;
  /** Limit of connections. @default 16 */
  connectionsMax?: number;
  /** Called with every statement. For tests. @default none */
  intercept?: Intercept;
  /** How long statements, locks and open transactions may take. @default DATABASE_LIMITS */
  limits?: DatabaseLimits;
}

/** Time for the health check to connect, and for its answer. Milliseconds. */
const PROBE_MS_MAX = 3_000;

/**
 * Connections of the service to PostgreSQL. Every statement, or the transaction that it is part of, has the scope of the call as
 * variables, so that row level security covers entities, query builder and plain SQL alike, and the limits of
 * time of who waits for it.
 */
export class Database {
  /** The probe that is under way. */
  private asking: Promise<boolean> | null = null;

  private constructor(
    private readonly orm: { em: EntityManager; close(force: boolean): Promise<void> },
    private readonly scopes: ScopeStorage,
    private readonly pool: () => Pool | null,
    private readonly probe: Pool,
  ) {}

  static async connect(options: DatabaseOptions): Promise<Database> {
    const scopes = new ScopeStorage();
    let pool: Pool | null = null;
    const orm = await MikroORM.init({
      clientUrl: options.url,
      entities: options.entities,
      pool: { min: 1, max: options.connectionsMax ?? 16 },
      forceUtcTimezone: true,
      allowGlobalContext: false,
      debug: false,
      logger: (message) => options.log.warn({ message }, 'database client'),
      driverOptions: {
        ...tlsOptions(options.url),
        keepAlive: true,
        // MikroORM keeps timestamps as text for its entities; ours are read by plain SQL and are dates.
        types: { getTypeParser: types.getTypeParser },
        onPoolCreated: (created: Pool) => {
          pool = created;
          Object.assign(created, { Client: clientFor(options.url) });
          scopeCheckouts(created, scopes, options);
          interceptStatements(created, options.intercept);
        },
      },
    });
    const probe = new Pool({
      connectionString: options.url,
      Client: clientFor(options.url),
      max: 1,
      connectionTimeoutMillis: PROBE_MS_MAX,
      query_timeout: PROBE_MS_MAX,
    });
    probe.on('error', (err) => options.log.warn({ err }, 'the connection of the health check ended'));
    return new Database(orm, scopes, () => pool, probe);
  }

  /** Runs `work` with all of its statements, however deep, bound to `scope`. */
  within<T>(scope: Scope, work: () => T): T {
    return this.scopes.run(scope, work);
  }

  /** Runs `work` for a client that waits: its statements have the limits of requests, however deep. */
  forRequest<T>(work: () => T): T {
    return this.scopes.forRequest(work);
  }

  /** A new entity manager: one per request, job or event. */
  fork(): EntityManager {
    return this.orm.em.fork();
  }

  /**
   * Whether the server answers a statement. Asked over a connection of its own, so that it never waits for those of the
   * pool, and once for all who ask at the same time.
   */
  isReachable(): Promise<boolean> {
    this.asking ??= this.probe
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.asking = null));
    return this.asking;
  }

  /** Numbers of busy and idle connections, and of calls that wait for one. */
  poolUse(): { busy: number; idle: number; waiting: number } {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = this.pool() ?? {};
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    await this.probe.end();
    await this.orm.close(true);
  }
}

/** Gives every client that is checked out the scope of the call, and the limits of who waits for it. */
function scopeCheckouts(
  pool: Pool,
  scopes: ScopeStorage,
  { limits = DATABASE_LIMITS, isPooled = false }: Pick<DatabaseOptions, 'limits' | 'isPooled'>,
): void {
  const checkedOut = new WeakMap<PoolClient, ScopeValues>();
  const valuesOf = (client: PoolClient) => {
    const values = checkedOut.get(client);
    if (!values) throw new Error('a statement was sent by a client that nobody had checked out');
    return values;
  };
  pool.on('connect', (client: PoolClient) => scopeStatements(client, { valuesOf, prepares: !isPooled }));
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const checkOut = async () => {
    const client = await connect();
    releaseOnceEnded(client);
    checkedOut.set(client, [...scopes.sessionVariables(), ...limitValues(limits[scopes.waiting])]);
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
function interceptStatements(pool: Pool, intercept: Intercept | undefined): void {
  if (!intercept) return;
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const query = (statement: string | { text: string; values?: unknown[] }, ...rest: unknown[]) =>
      typeof statement === 'string'
        ? send(intercept(statement, (rest[0] ?? []) as unknown[]), ...rest)
        : send(Object.assign(statement, { text: intercept(statement.text, statement.values ?? []) }), ...rest);
    Object.assign(client, { query });
  });
}

/** SQLSTATEs and system errors of a server that is unreachable or full: the same request may succeed later. */
const UNAVAILABLE = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300', '08006', '08001'],
];

/** SQLSTATE of a disk of the database that is full: nothing of the transaction is stored. */
const DISK_FULL = '53100';

/** Whether `err` or its cause means that the disk of the database is full. */
export function isDatabaseFull(err: unknown): boolean {
  return someCause(err, ({ code }) => code === DISK_FULL);
}

/** SQLSTATEs of what exceeds a limit of time: the statement, a lock, a transaction between two statements. */
const TOO_SLOW = ['57014', '55P03', '25P03'];

/** Whether `err` or its cause means that the database cannot be reached now. */
export function isDatabaseUnavailable(err: unknown): boolean {
  return someCause(
    err,
    ({ code, message }) =>
      UNAVAILABLE.includes(code) ||
      /Connection terminated|is not queryable|timeout exceeded when trying to connect|^timeout expired$/.test(message),
  );
}

/**
 * Whether `err` or its cause means that PostgreSQL ended a statement or a transaction because it exceeded a limit of time
 * (`StatementLimits`). Nothing of its transaction is stored; the same may succeed later.
 */
export function isDatabaseTooSlow(err: unknown): boolean {
  return someCause(err, ({ code }) => TOO_SLOW.includes(code));
}

function someCause(err: unknown, is: (error: { code: string; message: string }) => boolean): boolean {
  if (!(err instanceof Error)) return false;
  const { code } = err as { code?: unknown };
  return is({ code: typeof code === 'string' ? code : '', message: err.message }) || someCause(err.cause, is);
}

/** Name of the constraint whose violation `err` reports, or null. */
export function violatedConstraint(err: unknown): string | null {
  const { constraint } = err as { constraint?: unknown };
  return typeof constraint === 'string' ? constraint : null;
}

/** Typed queries over all tables (`schema/tables.ts`), in the transaction of `em` where it has one. */
export function query(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables>();
}

/** The database's clock: the start of the transaction. For conditions of `query(em)` that compare with it. */
export function databaseNow(): Expression<Date> {
  return sql<Date>`now()`;
}

export { sql };
