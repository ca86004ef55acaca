import { MikroORM, type EntityManager, type EntitySchema } from '@mikro-orm/postgresql';
import { sql, type Expression, type Kysely } from 'kysely';
import { Pool, types } from 'pg';
import type { Tables } from '../../../schema/tables.js';
import type { Log } from '../log.js';
import { clientFor } from './primary.js';
import { attachReplica, ReadReplica, type ReadCounts } from './read-replica.js';
import { primaryPosition, replicaPosition } from './replica-position.js';
import { ReplicaWatch } from './replica-watch.js';
import { ScopeStorage, type Confirm, type Scope } from './scope.js';
import { DISTRIBUTED_SCOPE, REPLICA_SCOPE, SCOPE } from './scoped-client.js';
import { scopePool, type Intercept } from './scoped-pool.js';
import { DATABASE_LIMITS, type DatabaseLimits } from './statement-limits.js';
import { tlsOptions } from './tls-options.js';

export type { EntityManager, Intercept };

export interface DatabaseOptions {
  /** Connection URL of the service role, which owns nothing and bypasses no policy. */
  url: string;
  /** Whether a pooler stands between, which may send each transaction to another connection: nothing is prepared then. @default false */
  isPooled?: boolean;
  /** Whether its tables are distributed over the workers of a cluster. @default false */
  isDistributed?: boolean;
  entities: EntitySchema[];
  log: Log;
  /** Limit of connections. @default 16 */
  connectionsMax?: number;
  /** Called with every statement. For tests. @default none */
  intercept?: Intercept;
  /** How long statements, locks and open transactions may take. @default DATABASE_LIMITS */
  limits?: DatabaseLimits;
  /** Server for reads that may be stale. @default none */
  replica?: ReplicaOptions | null;
}

/** A standby that is read from, or a pooler before one. */
export interface ReplicaOptions {
  /** Connection URL of the service role. */
  url: string;
  /** Age of what it shows beyond which it is left out. Milliseconds. */
  lagMsMax: number;
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
  private sharedEm: EntityManager | null = null;

  private constructor(
    private readonly orm: { em: EntityManager; close(force: boolean): Promise<void> },
    private readonly scopes: ScopeStorage,
    private readonly pool: () => Pool | null,
    private readonly probe: Pool,
    private readonly replica: OpenReplica | null,
  ) {}

  static async connect(options: DatabaseOptions): Promise<Database> {
    const scopes = new ScopeStorage();
    const { limits = DATABASE_LIMITS, isPooled = false, isDistributed = false, intercept } = options;
    let pool: Pool | null = null;
    const probe = probeOf(options.url, options.log);
    const replica = options.replica ? await openReplica(options, options.replica, { scopes, primary: probe }) : null;
    const orm = await openOrm(options.url, options, (created) => {
      pool = created;
      const onWritten = replica?.onWritten;
      const scope = isDistributed ? DISTRIBUTED_SCOPE : SCOPE;
      scopePool(created, { scopes, limits, prepares: !isPooled, scope, onWritten, intercept });
    });
    orm.em.getEventManager().registerSubscriber({
      // A savepoint is in a transaction that was asked about, and has a connection.
      beforeTransactionStart: ({ transaction }) => (transaction ? undefined : scopes.confirm()),
    });
    if (replica) attachReplica(orm.em.getDriver(), replica.reads);
    return new Database(orm, scopes, () => pool, probe, replica);
  }

  /**
   * Runs `work` with all of its statements, however deep, bound to `scope`.
   * @param confirm asked before each transaction that begins in it, of this scope alone; what it throws is thrown instead
   */
  within<T>(scope: Scope, work: () => T, confirm?: Confirm): T {
    return this.scopes.run(scope, work, confirm);
  }

  /** Runs `work` for a client that waits: its statements have the limits of requests, however deep. */
  forRequest<T>(work: () => T): T {
    return this.scopes.forRequest(work);
  }

  /** A new entity manager: one per request, job or event. */
  fork(): EntityManager {
    return this.orm.em.fork();
  }

  /** An entity manager that all share, for single statements: no entities, no transaction. A fork costs as much as a statement. */
  get shared(): EntityManager {
    return (this.sharedEm ??= this.fork());
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

  /**
   * Another process has reported a change of a tenant, or, without one, changes may have been missed: reads go to the primary until
   * the replica has them too.
   */
  noteChange(tenantId: string | null): void {
    this.replica?.watch.wrote(tenantId);
  }

  /** Where reads that may be stale went since the start, and how the replica is; null without one. */
  replicaUse(): { reads: ReadCounts; state: ReplicaWatch['state'] } | null {
    return this.replica && { reads: this.replica.reads.counts, state: this.replica.watch.state };
  }

  async close(): Promise<void> {
    await this.replica?.close();
    await this.probe.end();
    await this.orm.close(true);
  }
}

/** Entities and queries over a pool of connections. @param onPool is called with the pool before its first connection */
function openOrm(
  url: string,
  { entities, log, connectionsMax = 16 }: Pick<DatabaseOptions, 'entities' | 'log' | 'connectionsMax'>,
  onPool: (pool: Pool) => void,
  connecting: { connectionTimeoutMillis?: number } = {},
) {
  return MikroORM.init({
    clientUrl: url,
    entities,
    pool: { min: 1, max: connectionsMax },
    forceUtcTimezone: true,
    allowGlobalContext: false,
    debug: false,
    logger: (message) => log.warn({ message }, 'database client'),
    driverOptions: {
      ...connecting,
      ...tlsOptions(url),
      keepAlive: true,
      // MikroORM keeps timestamps as text for its entities; ours are read by plain SQL and are dates.
      types: { getTypeParser: types.getTypeParser },
      onPoolCreated: (created: Pool) => {
        Object.assign(created, { Client: clientFor(url) });
        onPool(created);
      },
    },
  });
}

/** A connection of its own, so that it never waits for those of the pool. */
function probeOf(url: string, log: Log): Pool {
  const probe = new Pool({
    connectionString: url,
    Client: clientFor(url),
    max: 1,
    connectionTimeoutMillis: PROBE_MS_MAX,
    query_timeout: PROBE_MS_MAX,
  });
  probe.on('error', (err) => log.warn({ err }, 'the connection of the health check ended'));
  return probe;
}

/** A replica with what watches it. */
interface OpenReplica {
  reads: ReadReplica;
  watch: ReplicaWatch;
  onWritten: (tenantIds: ReadonlySet<string>) => void;
  close(): Promise<void>;
}

/** Opens a pool of connections to a replica, which may be away, and begins to watch it. */
async function openReplica(
  options: DatabaseOptions,
  { url, lagMsMax }: ReplicaOptions,
  { scopes, primary }: { scopes: ScopeStorage; primary: Pool },
): Promise<OpenReplica> {
  const { limits = DATABASE_LIMITS, log, intercept } = options;
  const probe = probeOf(url, log);
  const askPrimary = () => primaryPosition(primary);
  const watch = new ReplicaWatch({ askPrimary, askReplica: () => replicaPosition(probe), lagMsMax, log });
  const scoping = { scopes, limits, prepares: false, scope: REPLICA_SCOPE, more: () => [watch.floor], intercept };
  const orm = await openOrm(url, options, (pool) => scopePool(pool, scoping), {
    connectionTimeoutMillis: PROBE_MS_MAX,
  });
  watch.start();
  return {
    reads: new ReadReplica({ fork: () => orm.em.fork(), watch, scopes }),
    watch,
    onWritten: (tenantIds) => tenantIds.forEach((tenantId) => watch.wrote(tenantId)),
    close: async () => {
      await watch.stop();
      await probe.end();
      await orm.close(true);
    },
  };
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
