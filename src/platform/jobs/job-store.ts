import type { AgendaBackend } from 'agenda';
import { PostgresBackend } from '@agendajs/postgres-backend';
import { Pool } from 'pg';
import { SECOND } from '../clock.js';
import { JOBS_SCHEMA } from '../database/jobs-schema.js';
import { clientFor } from '../database/primary.js';
import type { Log } from '../log.js';
import { endable } from './endable-pool.js';

/** Timeout of a call to an unavailable store. */
const UNAVAILABLE_MS = 2 * SECOND;

/** The store of Agenda's jobs and of their times. */
export interface JobStore {
  backend: AgendaBackend;
  /** To be called before the backend connects; may be called again after a failure. */
  connect(): Promise<void>;
  /** Interval at which it is polled for due jobs. Milliseconds. */
  pollEveryMs: number;
  /** Whether it can be unavailable while the database is available. */
  isApart: boolean;
  /** Whether it answers within a moment. Never rejects. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

/** Limits of its statements, which are all short. Milliseconds. */
const LIMITS = '-c statement_timeout=30000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000';

export interface JobStoreOptions {
  /** Connection URL of the service role. */
  url: string;
  /** Connection URL of MongoDB; null means PostgreSQL. */
  mongodbUrl: string | null;
  log: Log;
}

/** Job store of the settings: in PostgreSQL, or in MongoDB where its address is given. */
export function openJobStore(options: JobStoreOptions): Promise<JobStore> | JobStore {
  return options.mongodbUrl === null ? postgresStore(options) : mongoStore(options.mongodbUrl, options.log);
}

/** Job store beside the service's own tables, with notifications: enqueued jobs run at once. */
function postgresStore({ url, log }: JobStoreOptions): JobStore {
  const pool = new Pool({
    connectionString: url,
    Client: clientFor(url),
    max: 4,
    keepAlive: true,
    connectionTimeoutMillis: UNAVAILABLE_MS,
    options: `-c search_path=${JOBS_SCHEMA} ${LIMITS}`,
  });
  // Without listeners a restart of the database would end the process.
  pool.on('error', (err) => log.warn({ err }, 'a connection of the job store broke'));
  const backend = new PostgresBackend({ pool, ensureSchema: false });
  const channel = backend.notificationChannel;
  channel?.on('error', (err) => log.warn({ err }, 'the notification channel of the job store broke'));
  let isClosed = false;
  // An attempt to connect that fails after `disconnect` schedules the next one, and so on for minutes.
  channel?.on('stateChange', (state) => {
    if (isClosed && state === 'reconnecting') setImmediate(() => void channel.disconnect());
  });
  const endPool = endable(pool);
  return {
    backend,
    connect: async () => undefined,
    pollEveryMs: 5 * SECOND,
    isApart: false,
    isReachable: () => succeeds(pool.query('select 1')),
    close: async () => {
      isClosed = true;
      await endPool();
      await channel?.disconnect();
    },
  };
}

/**
 * Jobs in MongoDB, which sends no notifications and is polled more often instead. Its driver takes 30 MB and is loaded only
 * when it is needed. The driver reconnects by itself to a server that comes back.
 */
async function mongoStore(mongodbUrl: string, log: Log): Promise<JobStore> {
  const [{ MongoClient }, { MongoBackend }] = await Promise.all([import('mongodb'), import('@agendajs/mongo-backend')]);
  const client = new MongoClient(mongodbUrl, {
    appName: 'crosswalk',
    serverSelectionTimeoutMS: UNAVAILABLE_MS,
    connectTimeoutMS: UNAVAILABLE_MS,
    maxPoolSize: 10,
  });
  client.on('error', (err) => log.warn({ err }, 'the job store failed'));
  // Without a name in the address the driver would use `test`.
  const isNamed = /^[^:]+:\/\/[^/]+\/[^?]/.test(mongodbUrl);
  const database = isNamed ? client.db() : client.db('crosswalk');
  let isConnected = false;
  return {
    backend: new MongoBackend({ mongo: database, collection: 'jobs' }),
    // Explicitly: a client whose first connection failed in the course of a command connects never again by itself.
    connect: async () => {
      await client.connect();
      isConnected = true;
    },
    pollEveryMs: SECOND,
    isApart: true,
    isReachable: async () => isConnected && (await succeeds(database.command({ ping: 1 }))),
    close: () => client.close(),
  };
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
