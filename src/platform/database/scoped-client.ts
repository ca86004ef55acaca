import { Query, type Connection, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { failpoint } from '../failpoints.js';
import { inStatementSpan } from '../telemetry/spans.js';
import { boundText } from './distribution/bound-text.rules.js';
import { bindsTenant } from './writes.rules.js';

/** A statement that sets what the rest of a transaction is bound to, or fails. */
export interface ScopeStatement {
  /** Under which a connection prepares it. */
  name: string;
  text: string;
  /** Whether it holds in a transaction block alone: each statement outside of one then gets a block of its own. @default false */
  needsBlock?: boolean;
}

const VARIABLES = `
  set_config('app.tenant_id', $1, true), set_config('app.login_email', $2, true),
    set_config('app.credential', $3, true), set_config('app.system', $4, true),
    set_config('app.account_id', $5, true),
    set_config('statement_timeout', $6, true), set_config('lock_timeout', $7, true),
    set_config('idle_in_transaction_session_timeout', $8, true), set_config('app.trace_parent', $9, true)`;

/**
 * Sets the session variables that policies read, the limits of time and the trace: tenant, login address, credential, system, account,
 * statement, lock, idle transaction, `traceparent` (empty without one), which rows that cause work have as their default.
 */
export const SCOPE: ScopeStatement = { name: 'set_scope', text: `select ${VARIABLES}` };

/** The same at a replica, read only; divides by zero where it has not replayed the position of the tenth value. */
export const REPLICA_SCOPE: ScopeStatement = {
  name: 'set_replica_scope',
  text: `select ${VARIABLES}, set_config('transaction_read_only', 'on', true),
    1 / coalesce(pg_last_wal_replay_lsn() >= $10::pg_lsn, false)::int`,
};

/**
 * The same where the tables are distributed: `bind_scope` has the workers set the variables too, whose policies decide, and does so
 * in transaction blocks alone (`distribution.sql.ts`).
 */
export const DISTRIBUTED_SCOPE: ScopeStatement = {
  name: 'set_distributed_scope',
  text: `select bind_scope($1, $2, $3, $4, $5), set_config('statement_timeout', $6, true), set_config('lock_timeout', $7, true),
    set_config('idle_in_transaction_session_timeout', $8, true), set_config('app.trace_parent', $9, true)`,
  needsBlock: true,
};

const PREPARED = /^\/\* prepared: ([\w.]+) \*\//;

/** Start of the text of a statement that each connection prepares once. */
export function preparedAs(name: string): string {
  return `/* prepared: ${name} */`;
}

const BEGINS = /^\s*(begin|start transaction)\b/i;

interface Scoping {
  /** The values of the client's current checkout. */
  valuesOf: (client: PoolClient) => readonly string[];
  /** Whether statements can be prepared: not where a pooler sends each transaction to another connection. */
  prepares: boolean;
  /** What is sent before each statement. @default SCOPE */
  scope?: ScopeStatement;
}

/**
 * Puts the scope of whoever has checked a client out before each of its statements, in the same round trip: both are one
 * implicit transaction of the extended protocol, for which alone the scope holds, so that a connection that is given back has
 * none. A scope that cannot be set prevents the statement, and ends the connection. A transaction gets its scope when it begins.
 * Source: PostgreSQL, "Message Flow", extended query and pipelining.
 */
export function scopeStatements(client: PoolClient, { valuesOf, prepares, scope = SCOPE }: Scoping): void {
  const send = client.query.bind(client) as (query: ScopedQuery) => void;
  const sendOne = (config: QueryConfig) =>
    new Promise<QueryResult>((resolve, reject) =>
      send(new ScopedQuery(config, { client, values: valuesOf(client), prepares, scope, resolve, reject })),
    );
  const sendScoped = scope.needsBlock ? inBlock(client, sendOne, () => valuesOf(client)[0] ?? '') : sendOne;
  const query = async (statement: string | QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, values } : statement;
    await failpoint('database.statement.before', config.text);
    try {
      const result = await inStatementSpan(config.text, () => sendScoped(config));
      await failpoint('database.statement.after', config.text);
      return result;
    } catch (err) {
      // So that the stack leads to who sent the statement and not to the socket.
      if (err instanceof Error) Error.captureStackTrace(err, query);
      throw err;
    }
  };
  Object.assign(client, { query });
}

/**
 * Sends statements as a cluster needs them: bound to the tenant by each table, and in a block, which ends with the statement where it
 * is not part of a transaction. A commit of a block that has failed is its rollback.
 */
function inBlock(
  client: PoolClient,
  sendOne: (config: QueryConfig) => Promise<QueryResult>,
  tenantOfCheckout: () => string,
) {
  /** Tenant of a part of a transaction in another scope. */
  let crossed: string | null = null;
  return async (config: QueryConfig) => {
    if (client.getTransactionStatus() === 'I') crossed = null;
    if (bindsTenant(config.text)) crossed = String(config.values?.[0]);
    const bound = { ...config, text: boundText(config.text, crossed ?? tenantOfCheckout()) };
    if (client.getTransactionStatus() !== 'I' || BEGINS.test(config.text)) return sendOne(bound);
    try {
      const result = await sendOne(bound);
      await sendOne({ text: 'commit' });
      return result;
    } catch (err) {
      // Queued: whether the block is open is known when the server is ready again. A connection that has ended has none.
      await sendOne({ text: 'rollback' }).catch(() => undefined);
      throw err;
    }
  };
}

/** What a query of `pg` does beyond its published types: it receives the messages of its results. */
interface ReceivingQuery {
  submit(connection: Connection): Error | null;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleError(err: Error, connection: Connection): void;
}
const ReceivingQuery = Query as unknown as new (
  config: QueryConfig & { queryMode: 'extended' },
  callback: (err: Error | null, result: QueryResult) => void,
) => ReceivingQuery;

interface Sending {
  client: PoolClient;
  values: readonly string[];
  prepares: boolean;
  scope: ScopeStatement;
  resolve: (result: QueryResult) => void;
  reject: (err: Error) => void;
}

/** Connections that have prepared the statement of the scope. */
const prepared = new WeakSet<Connection>();

class ScopedQuery extends ReceivingQuery {
  private readonly begins: boolean;
  /** Which result is that of the scope; none in a transaction. */
  private scopeAt: 0 | 1 | null = null;
  /** Whether it begins the block of its scope: a result before that. */
  private hasBlock = false;
  private completed = 0;

  constructor(
    { text, values }: QueryConfig,
    private readonly sending: Sending,
  ) {
    // Where each statement names its tenant, one name would stand for several texts.
    const name = sending.prepares && !sending.scope.needsBlock ? PREPARED.exec(text)?.[1] : undefined;
    super(
      { text, values: values ?? [], queryMode: 'extended', ...(name === undefined ? {} : { name }) },
      (err, result) => (err ? sending.reject(err) : sending.resolve(result)),
    );
    this.begins = BEGINS.test(text);
  }

  override submit(connection: Connection): Error | null {
    const isInTransaction = this.sending.client.getTransactionStatus() !== 'I';
    if (isInTransaction) return super.submit(connection);
    this.hasBlock = !this.begins && this.sending.scope.needsBlock === true;
    this.scopeAt = this.begins || this.hasBlock ? 1 : 0;
    connection.stream.cork();
    try {
      if (this.begins) return super.submit(endingWith(connection, () => this.sendScope(connection)));
      if (this.hasBlock) sendBegin(connection);
      this.sendScope(connection);
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  override handleDataRow(message: object): void {
    if (!this.isOfScope()) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const isScope = this.isOfScope();
    this.completed += 1;
    if (!isScope) super.handleCommandComplete(message, connection);
  }

  override handleError(err: Error, connection: Connection): void {
    // It is not known any more which statements the connection has prepared.
    if (this.isOfScope()) this.sending.client.release(true);
    super.handleError(err, connection);
  }

  /** Whether the messages that come now belong to the scope or to the begin of its block. */
  private isOfScope(): boolean {
    return this.completed === this.scopeAt || (this.hasBlock && this.completed === 0);
  }

  private sendScope(connection: Connection): void {
    const { values, prepares, scope } = this.sending;
    const name = prepares ? scope.name : '';
    if (!prepares || !prepared.has(connection)) connection.parse({ name, text: scope.text, types: [] }, true);
    prepared.add(connection);
    connection.bind({ statement: name, values: [...values] }, true);
    connection.execute(null, true);
  }
}

function sendBegin(connection: Connection): void {
  connection.parse({ name: '', text: 'begin', types: [] }, true);
  connection.bind({ statement: '', values: [] }, true);
  connection.execute(null, true);
}

/** The connection, with `last` before the end of the message group. */
function endingWith(connection: Connection, last: () => void): Connection {
  const sync = () => {
    last();
    connection.sync();
  };
  return Object.create(connection, { sync: { value: sync } }) as Connection;
}
