import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Client, DatabaseError } from 'pg';
import { SECOND, type Clock } from '../../platform/clock.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import { OutOfTime, type CollectTime } from '../collect-time.js';
import { boundedRows, UnreadableAnswer } from './bounded-query.js';
import { ConnectionLost } from '../connector.js';
import type { CatalogQuery } from './postgresql-queries.js';
import type { PostgresqlSettings } from './postgresql-settings.js';

const CONNECT_TIMEOUT_MS = 15 * SECOND;
/** Less than the time of an attempt, so that the server says what took too long. */
const STATEMENT_TIMEOUT_MS = 25 * SECOND;
const ATTEMPTS_MAX = 4;
/** Limit of the bytes that a server may send in all. One with ten thousand roles sends some 5 MB. */
const RECEIVED_BYTES_MAX = 32 * 2 ** 20;
const SIZE_CHECK_MS = 100;
/** SQLSTATEs that may pass: too many connections, starting, shutting down. */
const TRANSIENT: readonly string[] = ['53300', '57P03', '57P01'];

/** The connection was lost in the middle of a query; the next query opens another. */
export class QueryInterrupted extends ConnectionLost {}

/** The server answered that it does not take connections with TLS. */
export class TlsNotOffered extends ConnectionLost {}

/** Read-only connection to a customer's server. */
export interface PostgresqlClient {
  /**
   * Rows of a query, validated.
   * @throws {DatabaseError} where the server refuses the query
   * @throws {QueryInterrupted} where the connection is lost
   * @throws {UnreadableAnswer} for an answer beyond the limits, or of another shape
   * @throws {ConnectionLost} where it was lost before, and no other can be opened
   */
  rows<Row>(query: CatalogQuery<Row>, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

interface OpenOptions {
  network: GuardedNetwork;
  clock: Clock;
  signal: AbortSignal;
  time: CollectTime;
}

/**
 * Connects over TLS with certificate and host name verified; never without TLS. Transient failures are retried, four
 * attempts in all. A query that ends the connection costs its own answer alone: the next one connects again.
 * @throws {ConnectionLost}
 */
export async function openPostgresqlClient(
  access: PostgresqlSettings,
  options: OpenOptions,
): Promise<PostgresqlClient> {
  let current: PostgresqlClient | null = await openConnection(access, options);
  const close = async () => {
    await current?.close();
    current = null;
  };
  const rows = async <Row>(query: CatalogQuery<Row>, values?: unknown[]) => {
    current ??= await openConnection(access, options);
    try {
      return await current.rows(query, values);
    } catch (err) {
      if (err instanceof QueryInterrupted) await close();
      throw err;
    }
  };
  return { rows, close };
}

async function openConnection(access: PostgresqlSettings, options: OpenOptions): Promise<PostgresqlClient> {
  for (let attempt = 1; ; attempt += 1) {
    options.signal.throwIfAborted();
    try {
      return await options.time.call().attempt(() => signedIn(access, options));
    } catch (err) {
      options.signal.throwIfAborted();
      const isTransient = err instanceof DatabaseError && TRANSIENT.includes(err.code ?? '');
      if (!isTransient || attempt === ATTEMPTS_MAX) throw lost(err);
      await options.clock.sleep(2 ** (attempt - 1) * SECOND, options.signal);
    }
  }
}

async function signedIn(access: PostgresqlSettings, { network, signal, time }: OpenOptions): Promise<PostgresqlClient> {
  const { host, port, database, user, password, ca } = access;
  const socket = await network.connect({ host, port, isTls: false });
  const client = new ScramClient({
    host,
    port,
    database,
    user,
    password,
    application_name: 'crosswalk',
    stream: () => connected(socket),
    // Explicit, so that no environment variable can turn it off.
    ssl: { host, rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // Errors reject whatever query is pending; without a listener they would end the process.
  client.on('error', () => undefined);
  const release = guarded(socket, signal);
  try {
    await client.connect();
    // Nothing is written, and no object of the customer hides one of the server's own.
    await boundedRows(
      client,
      `set default_transaction_read_only = on; set search_path = pg_catalog; set statement_timeout = ${String(STATEMENT_TIMEOUT_MS)}`,
      [],
    );
  } catch (err) {
    release();
    socket.destroy();
    throw err;
  }
  return {
    rows: async ({ text, row }, values = []) => {
      const asked = time.call().attempt(() => boundedRows(client, text, values));
      const rows = await asked.catch((err: unknown) => {
        signal.throwIfAborted();
        if (err instanceof DatabaseError || err instanceof UnreadableAnswer) throw err;
        throw new QueryInterrupted(lost(err).message, { cause: err });
      });
      const read = row.array().safeParse(rows);
      if (!read.success) throw new UnreadableAnswer('the server answered with something else than was asked for');
      return read.data;
    },
    close: async () => {
      release();
      // A server that does not answer does not end the connection either.
      const goodbye = setTimeout(() => socket.destroy(), SECOND);
      await client.end().catch(() => undefined);
      clearTimeout(goodbye);
      socket.destroy();
    },
  };
}

/**
 * A client that proves it knows the password (SCRAM, RFC 5802), and never sends it: neither as text nor as an MD5 hash, from
 * which it can be found. `pg` has no setting for that; libpq has `require_auth`.
 */
class ScramClient extends Client {
  protected _handleAuthCleartextPassword(): void {
    this.refuse();
  }

  protected _handleAuthMD5Password(): void {
    this.refuse();
  }

  private refuse(): void {
    (this as unknown as { connection: EventEmitter }).connection.emit('error', new WeakAuthentication());
  }
}

class WeakAuthentication extends Error {
  override readonly name = 'WeakAuthentication';
}

/** A socket for the client, which connects its stream itself; this one is connected already, by the guarded network. */
function connected(socket: Socket): Socket {
  const connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  return Object.defineProperty(socket, 'connect', { value: connect });
}

/** Closes the connection when the scan is aborted or the server sends too much. @returns a function that stops watching */
function guarded(socket: Socket, signal: AbortSignal): () => void {
  const stop = () => {
    socket.destroy();
  };
  const timer = setInterval(() => {
    if (socket.bytesRead > RECEIVED_BYTES_MAX) stop();
  }, SIZE_CHECK_MS);
  signal.addEventListener('abort', stop, { once: true });
  return () => {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
  };
}

function lost(err: unknown): ConnectionLost {
  if (err instanceof Error && err.message === 'The server does not support SSL connections') {
    return new TlsNotOffered('the database cannot be read: the server does not offer TLS', { cause: err });
  }
  return new ConnectionLost(`the database cannot be read: ${reasonOf(err)}`, { cause: err });
}

function reasonOf(err: unknown): string {
  if (err instanceof SafeFetchError) return err.message;
  if (err instanceof DatabaseError) return refusal(err.code ?? '');
  if (err instanceof OutOfTime) return 'the server does not answer';
  if (err instanceof WeakAuthentication) {
    return 'the server asks for the password as text or MD5 instead of scram-sha-256 (pg_hba.conf, password_encryption)';
  }
  const { code } = err as { code?: unknown };
  // A known code of OpenSSL or Node.js; nothing else of the error.
  return typeof code === 'string' && /^[A-Z0-9_]{3,60}$/.test(code)
    ? `no secure connection: ${code}`
    : 'the connection was closed';
}

/** Reason of a refusal by SQLSTATE; the server's own message may hold anything. */
function refusal(code: string): string {
  switch (code) {
    case '28P01':
    case '28000':
      return 'the server refused the role, its password, or the address that we come from (pg_hba.conf)';
    case '3D000':
      return 'the server has no such database';
    case '42501':
      return 'the role may not connect to the database; grant connect on it';
    case '53300':
      return 'the server has no connection to spare';
    default:
      return `the server refused the connection (SQLSTATE ${code})`;
  }
}
