import { MikroORM, type EntityManager, type EntitySchema } from '@mikro-orm/postgresql';
import { sql, type Expression, type Kysely } from 'kysely';
import { types, type Pool, type PoolClient } from 'pg';
import type { Tables } from '../../../schema/tables.js';
import type { Log } from '../log.js';
import { ScopeStorage, type Scope } from './scope.js';

export type { EntityManager };

/** Receives a statement's text before it is sent, and returns the text to send. */
export type Intercept = (text: string) => string;

export interface DatabaseOptions {
  /** Connection URL of the service role, which owns nothing and bypasses no policy. */
  url: string;
  entities: EntitySchema[];
  log: Log;
  /** Limit of connections. @default 12 */
  connectionsMax?: number;
  /** Called with the text of every statement. For tests. @default none */
  intercept?: Intercept;
}

/**
 * Connections of the service to PostgreSQL. Every connection that is checked out first gets the scope of the call as
 * session variables, so that row level security covers entities, query builder and plain SQL alike.
 */
export class Database {
  private constructor(
    private readonly orm: { em: EntityManager; close(force: boolean): Promise<void> },
    private readonly scopes: ScopeStorage,
    private readonly pool: () => Pool | null,
  ) {}

  static async connect(options: DatabaseOptions): Promise<Database> {
    const scopes = new ScopeStorage();
    let pool: Pool | null = null;
    const orm = await MikroORM.init({
      clientUrl: options.url,
      entities: options.entities,
      pool: { min: 1, max: options.connectionsMax ?? 12 },
      forceUtcTimezone: true,
      allowGlobalContext: false,
      debug: false,
      logger: (message) => options.log.warn({ message }, 'database client'),
      driverOptions: {
        keepAlive: true,
        // MikroORM keeps timestamps as text for its entities; ours are read by plain SQL and are dates.
        types: { getTypeParser: types.getTypeParser },
        onPoolCreated: (created: Pool) => {
          pool = created;
          interceptStatements(created, options.intercept);
          scopeCheckouts(created, scopes);
        },
      },
    });
    return new Database(orm, scopes, () => pool);
  }

  /** Runs `work` with all of its statements, however deep, bound to `scope`. */
  within<T>(scope: Scope, work: () => T): T {
    return this.scopes.run(scope, work);
  }

  /** A new entity manager: one per request, job or event. */
  fork(): EntityManager {
    return this.orm.em.fork();
  }

  /** Whether the server answers a statement. */
  async isReachable(): Promise<boolean> {
    try {
      await sql`select 1`.execute(this.fork().getKysely());
      return true;
    } catch {
      return false;
    }
  }

  /** Numbers of busy and idle connections, and of calls that wait for one. */
  poolUse(): { busy: number; idle: number; waiting: number } {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = this.pool() ?? {};
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    await this.orm.close(true);
  }
}

/**
 * Sets the scope on every connection that is checked out. When that fails the connection is closed and not handed out:
 * Kysely's own hook for this would leave it checked out forever.
 */
function scopeCheckouts(pool: Pool, scopes: ScopeStorage): void {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const checkOut = async () => {
    const client = await connect();
    try {
      await client.query(SET_SCOPE, scopes.sessionVariables());
      return client;
    } catch (err) {
      client.release(true);
      throw err;
    }
  };
  Object.assign(pool, { connect: checkOut });
}

const SET_SCOPE = `
  select set_config('app.tenant_id', $1, false), set_config('app.login_email', $2, false),
    set_config('app.credential', $3, false), set_config('app.system', $4, false)`;

/** Passes the text of every statement of `pool` through `intercept`. */
function interceptStatements(pool: Pool, intercept: Intercept | undefined): void {
  if (!intercept) return;
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const query = (statement: string | { text: string }, ...rest: unknown[]) =>
      typeof statement === 'string'
        ? send(intercept(statement), ...rest)
        : send(Object.assign(statement, { text: intercept(statement.text) }), ...rest);
    Object.assign(client, { query });
  });
}

/** SQLSTATEs and system errors of a server that is unreachable or full: the same request may succeed later. */
const UNAVAILABLE = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300', '08006', '08001'];

/** Whether `err` or its cause means that the database cannot be reached now. */
export function isDatabaseUnavailable(err: unknown): boolean {
  if (!(err instanceof Error)) return false;
  const { code } = err as { code?: unknown };
  if (typeof code === 'string' && UNAVAILABLE.includes(code)) return true;
  return (
    /Connection terminated|timeout exceeded when trying to connect/.test(err.message) ||
    isDatabaseUnavailable(err.cause)
  );
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
