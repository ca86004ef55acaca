import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { serverAccount } from './embedded/account.js';
import { prepareBinaries } from './embedded/binaries.js';
import { claimCluster, createCluster, SUPERUSER, SYSTEM_DIRECTORY } from './embedded/cluster.js';
import { createPassword, findCluster, makePassableDirectory, readPassword } from './embedded/data-directory.js';
import { nullIfAbsent } from './embedded/file-error.js';
import { lockFile, tryLockFile, withFileLock } from './embedded/file-lock.js';
import { HOST, launchPostmaster } from './embedded/launch.js';
import { findPostmaster, type Postmaster, shutDownPostmaster } from './embedded/postmaster.js';
import { waitFor } from './embedded/wait.js';

const SECOND = 1_000;
const CONNECT_MS = 10 * SECOND;
const READY_MS = 120 * SECOND; // recovery after a crash under load takes its time
const LOCK_MS = READY_MS + 30 * SECOND; // the holder may be waiting for its own start

const SETTINGS = {
  max_connections: '60',
  shared_buffers: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and the details of constraint errors hold personal data; our own log has the error without them.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Connection of the PostgreSQL of a DATA_DIR. */
export interface EmbeddedPostgresConnection {
  host: string;
  port: number;
  /** The superuser of the cluster. Its first database has the same name. */
  user: string;
  password: string;
  /** Real path of the cluster: `<DATA_DIR>/postgres`, or what that links to. */
  dataDirectory: string;
}

/** A PostgreSQL that this process uses. No other process can stop it while this one lives and holds this object. */
export interface EmbeddedPostgres extends EmbeddedPostgresConnection {
  /**
   * Ends the use, and stops PostgreSQL when no other live process uses it, whichever started it (our choice). Close
   * your connections first. Repeated calls share the outcome of the first.
   * @throws {Error} when PostgreSQL does not stop within 35 s.
   */
  stop(): Promise<void>;
}

/** Options of the embedded PostgreSQL. */
export interface EmbeddedPostgresOptions {
  /**
   * Data directory, created when absent. Receives `postgres`, `postgres.password`, `postgres.log` and two lock files.
   */
  dataDir: string;
  log: (message: string, details?: Record<string, unknown>) => void;
  /** Server settings by name, overriding the defaults here; a running server is unchanged. @default {} */
  settings?: Record<string, string>;
}

/**
 * Starts or joins the PostgreSQL of a DATA_DIR: the running one, whichever process started it, or a new server on the
 * existing data, or on a new cluster. Several processes may call it at once. Committed data survives `kill -9` and
 * power failures. As root, PostgreSQL runs as the owner of the cluster, `postgres` or `nobody`.
 * @throws {Error} when there is no package for this platform (DATABASE_URL must be set) or PostgreSQL does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const startedAt = performance.now();
  const { log } = options;
  const dataDir = await makePassableDirectory(options.dataDir);
  const alone = <T>(work: () => Promise<T>) => withFileLock(join(dataDir, 'postgres.lock'), LOCK_MS, work);

  const { isAdopted, connection, use } = await alone(async () => {
    const running = await adopt(dataDir);
    const connection = running ?? (await launch(dataDir, options));
    return { isAdopted: running !== null, connection, use: await lockFile(usersOf(connection), 'shared', LOCK_MS) };
  });
  const { dataDirectory, port } = connection;
  const durationMs = Math.round(performance.now() - startedAt);
  log(isAdopted ? 'PostgreSQL adopted' : 'PostgreSQL started', { dataDirectory, port, durationMs });

  const leave = async () => {
    use.release();
    const isStopped = await shutDownUnlessUsed(connection);
    log(isStopped ? 'PostgreSQL stopped' : 'PostgreSQL left to other processes that use it', { dataDirectory });
  };
  let left: Promise<void> | undefined;
  return { ...connection, stop: () => (left ??= alone(leave)) };
}

/**
 * Lock file that every process using the cluster holds shared: beside the cluster, because a copy of DATA_DIR may share
 * it.
 */
function usersOf({ dataDirectory }: EmbeddedPostgresConnection): string {
  return join(dirname(dataDirectory), 'postgres.users');
}

async function shutDownUnlessUsed(connection: EmbeddedPostgresConnection): Promise<boolean> {
  const lock = tryLockFile(usersOf(connection), 'exclusive');
  if (!lock) return false;
  try {
    await shutDownPostmaster(connection.dataDirectory);
    return true;
  } finally {
    lock.release();
  }
}

/**
 * Connection to the PostgreSQL that runs on a DATA_DIR, or null when none is ready. Does not prevent it from stopping
 * at any time.
 * @throws {Error} when it is ready and refuses the connection.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgresConnection | null> {
  const path = await realpath(dataDir).catch(nullIfAbsent);
  const directory = path === null ? null : await findCluster(path);
  if (path === null || directory === null) return null;
  const postmaster = await findPostmaster(directory);
  return postmaster?.isReady ? connect(path, directory, postmaster) : null;
}

/** Connection to a live server, after its start or recovery; null when there is none. */
async function adopt(dataDir: string): Promise<EmbeddedPostgresConnection | null> {
  const directory = await findCluster(dataDir);
  if (directory === null) return null;
  const settled = await waitFor(async () => {
    const postmaster = await findPostmaster(directory);
    return !postmaster || postmaster.isReady ? { postmaster } : null;
  }, READY_MS);
  if (!settled) throw new Error(`the PostgreSQL that runs on ${directory} does not get ready`);
  return settled.postmaster && connect(dataDir, directory, settled.postmaster);
}

async function launch(dataDir: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgresConnection> {
  const found = await findCluster(dataDir);
  const account = await serverAccount(found);
  const binaries = await prepareBinaries(account, account ? SYSTEM_DIRECTORY : dataDir);
  const context = { dataDir, account, binaries, log: options.log };
  const directory = found
    ? await claimCluster(context, found)
    : await createCluster(context, (await readPassword(dataDir)) ?? (await createPassword(dataDir)));
  const postmaster = await launchPostmaster({
    directory,
    account,
    program: binaries.postgres,
    settings: { ...SETTINGS, ...options.settings },
    logFile: join(dataDir, 'postgres.log'),
    timeoutMs: READY_MS,
  });
  try {
    return await connect(dataDir, directory, postmaster);
  } catch (err) {
    await shutDownPostmaster(directory);
    throw err;
  }
}

/** Connection that was tested. SCRAM authenticates both sides. */
async function connect(dataDir: string, directory: string, { port }: Postmaster): Promise<EmbeddedPostgresConnection> {
  const password = await readPassword(dataDir);
  if (password === null) throw new Error(`${join(dataDir, 'postgres.password')} is missing: the database needs it`);
  const access = { host: HOST, port, user: SUPERUSER, password };
  const client = new Client({ ...access, database: SUPERUSER, ssl: false, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined); // lost after the trial: whoever uses it next will see
  try {
    await client.connect();
  } catch (err) {
    throw new Error(`cannot connect to the PostgreSQL that runs on ${directory}`, { cause: err });
  } finally {
    await client.end();
  }
  return { ...access, dataDirectory: directory };
}
