import type { Socket } from 'node:net';
import { Client, DatabaseError } from 'pg';
import { SECOND, type Clock } from '../../platform/clock.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import { ConnectionLost } from '../connector.js';
import type { PostgresqlAccess } from './postgresql-settings.js';

const CONNECT_TIMEOUT_MS = 15 * SECOND;
const STATEMENT_TIMEOUT_MS = 30 * SECOND;
const TRIES = 4;
/** All that a session may bring. A server with ten thousand roles brings some 5 MB. */
const SESSION_BYTES_MAX = 64 * 2 ** 20;
const SIZE_CHECK_MS = 100;
/** Too many connections, still starting, going down: it may pass. */
const PASSING: readonly string[] = ['53300', '57P03', '57P01'];

/** A session that reads. */
export interface Session {
  /**
   * @throws {DatabaseError} where the server refuses the query
   * @throws {ConnectionLost} where the connection is gone
   */
  rows(text: string, values?: unknown[]): Promise<unknown[]>;
  close(): Promise<void>;
}

interface OpenOptions {
  network: GuardedNetwork;
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Signs in over TLS, certificate and name verified; a server without TLS is not talked to. What passes with time is tried
 * four times.
 * @throws {ConnectionLost}
 */
export async function openSession(access: PostgresqlAccess, options: OpenOptions): Promise<Session> {
  for (let attempt = 1; ; attempt += 1) {
    options.signal.throwIfAborted();
    try {
      return await signedIn(access, options);
    } catch (err) {
      options.signal.throwIfAborted();
      const isPassing = err instanceof DatabaseError && PASSING.includes(err.code ?? '');
      if (!isPassing || attempt === TRIES) throw lost(err);
      await options.clock.sleep(2 ** (attempt - 1) * SECOND, options.signal);
    }
  }
}

async function signedIn(access: PostgresqlAccess, { network, signal }: OpenOptions): Promise<Session> {
  const { host, port, database, user, password, ca } = access;
  const socket = await network.connect({ host, port, isTls: false });
  const client = new Client({
    host,
    port,
    database,
    user,
    password,
    application_name: 'crosswalk',
    stream: () => connected(socket),
    // Said aloud, so that no variable of the environment can turn it off.
    ssl: { host, rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + SECOND,
  });
  // Told by what waits.
  client.on('error', () => undefined);
  const letGo = guarded(socket, signal);
  try {
    await client.connect();
    // Nothing is written, and no object of the tenant's stands before the server's own.
    await client.query(
      `set default_transaction_read_only = on; set search_path = pg_catalog; set statement_timeout = ${String(STATEMENT_TIMEOUT_MS)}`,
    );
  } catch (err) {
    letGo();
    socket.destroy();
    throw err;
  }
  return {
    rows: async (text, values = []) => {
      try {
        return (await client.query<Record<string, unknown>>(text, values)).rows;
      } catch (err) {
        signal.throwIfAborted();
        throw err instanceof DatabaseError ? err : lost(err);
      }
    },
    close: async () => {
      letGo();
      await client.end().catch(() => undefined);
      socket.destroy();
    },
  };
}

/** The client opens its streams itself; this one is open already, to an address that the guard has seen. */
function connected(socket: Socket): Socket {
  const connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  return Object.defineProperty(socket, 'connect', { value: connect });
}

/** Breaks the connection when the scan ends or the server sends without end. */
function guarded(socket: Socket, signal: AbortSignal): () => void {
  const stop = () => {
    socket.destroy();
  };
  const timer = setInterval(() => {
    if (socket.bytesRead > SESSION_BYTES_MAX) stop();
  }, SIZE_CHECK_MS);
  signal.addEventListener('abort', stop, { once: true });
  return () => {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
  };
}

function lost(err: unknown): ConnectionLost {
  return new ConnectionLost(`the database cannot be read: ${reasonOf(err)}`, { cause: err });
}

function reasonOf(err: unknown): string {
  if (err instanceof SafeFetchError) return err.message;
  if (err instanceof DatabaseError) return refusal(err.code ?? '');
  const { code, message } = err as { code?: unknown; message?: unknown };
  if (message === 'The server does not support SSL connections') return 'the server does not offer TLS';
  // A known code of OpenSSL or Node.js; nothing else of the error.
  return typeof code === 'string' && /^[A-Z0-9_]{3,60}$/.test(code)
    ? `no secure connection: ${code}`
    : 'the connection was closed';
}

/** By SQLSTATE; the server's own words may hold anything. */
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
