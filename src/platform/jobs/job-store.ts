import type { AgendaBackend } from 'agenda';
import { PostgresBackend } from '@agendajs/postgres-backend';
import { Pool } from 'pg';
import { SECOND } from '../clock.js';
import { JOBS_SCHEMA } from '../database/jobs-schema.js';
import type { Log } from '../log.js';
import { endable } from './endable-pool.js';

/** How long a call waits for a store that is away, before it fails. */
const AWAY_MS = 2 * SECOND;

/** Where Agenda keeps what is to be run, and when. */
export interface JobStore {
  backend: AgendaBackend;
  /** Comes before the backend's own connecting; may be called again when it failed. */
  connect(): Promise<void>;
  /** How often it is asked for what is due. Milliseconds. */
  pollEveryMs: number;
  /** Whether it can be away while the database is there. */
  isApart: boolean;
  /** Whether it answers within a moment. Never rejects. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

export interface JobStoreOptions {
  /** The service role's connection. */
  url: string;
  /** Null means PostgreSQL. */
  mongodbUrl: string | null;
  log: Log;
}

export function openJobStore(options: JobStoreOptions): Promise<JobStore> | JobStore {
  return options.mongodbUrl === null ? postgresStore(options) : mongoStore(options.mongodbUrl, options.log);
}

/** Jobs beside the service's own tables, with notifications: what is enqueued is run at once. */
function postgresStore({ url, log }: JobStoreOptions): JobStore {
  const pool = new Pool({
    connectionString: url,
    max: 4,
    keepAlive: true,
    connectionTimeoutMillis: AWAY_MS,
    options: `-c search_path=${JOBS_SCHEMA}`,
  });
  // Without listeners a restart of the database would end the process.
  pool.on('error', (err) => log.warn({ err }, 'a connection of the job store broke'));
  const backend = new PostgresBackend({ pool, ensureSchema: false });
  backend.notificationChannel?.on('error', (err) =>
    log.warn({ err }, 'the notification channel of the job store broke'),
  );
  return {
    backend,
    connect: async () => undefined,
    pollEveryMs: 5 * SECOND,
    isApart: false,
    isReachable: () => succeeds(pool.query('select 1')),
    close: endable(pool),
  };
}

/**
 * Jobs in MongoDB, which sends no notifications and is asked more often instead. Its driver is loaded when it is needed only: it
 * takes 30 MB. The driver finds a server that comes back by itself.
 */
async function mongoStore(mongodbUrl: string, log: Log): Promise<JobStore> {
  const [{ MongoClient }, { MongoBackend }] = await Promise.all([import('mongodb'), import('@agendajs/mongo-backend')]);
  const client = new MongoClient(mongodbUrl, {
    appName: 'crosswalk',
    serverSelectionTimeoutMS: AWAY_MS,
    connectTimeoutMS: AWAY_MS,
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
