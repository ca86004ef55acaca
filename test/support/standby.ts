import { execFile, spawn } from 'node:child_process';
import { appendFile, mkdir, readlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { SERVER_ENVIRONMENT, serverAccount } from '../../src/platform/database/embedded/account.js';
import { findPostmaster, shutDownPostmaster } from '../../src/platform/database/embedded/postmaster.js';
import type { EmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { eventually } from './eventually.js';

const run = promisify(execFile);
const NAME = 'standby';

/** A streaming standby of a PostgreSQL. */
export class Standby {
  private constructor(
    readonly port: number,
    private readonly program: string,
    private readonly directory: string,
    private readonly primary: EmbeddedPostgres,
  ) {}

  /**
   * Copies the cluster of a running server into `parent` and starts the copy.
   * @param isSynchronous whether the primary commits nothing that the standby has not written
   */
  static async of(primary: EmbeddedPostgres, parent: string, { isSynchronous = true } = {}): Promise<Standby> {
    const directory = join(parent, 'cluster');
    const [program, port] = await Promise.all([programOf(primary.dataDirectory), freePort()]);
    await mkdir(parent, { recursive: true });
    await copyCluster(primary, directory);
    const standby = new Standby(port, program, directory, primary);
    try {
      await standby.start();
      if (isSynchronous) await standby.hold();
      return standby;
    } catch (err) {
      await standby.stop();
      throw err;
    }
  }

  /** Starts it, also again, and waits until it answers. */
  async start(): Promise<void> {
    const { directory, port, program } = this;
    const account = await serverAccount(this.primary.dataDirectory);
    const flags = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', fsync: 'off' };
    const settings = Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    spawn(program, ['-D', directory, ...settings], { ...account, env: SERVER_ENVIRONMENT, stdio: 'ignore' }).unref();
    await eventually(() => this.query('select 1').catch(() => null));
  }

  /** Lets the primary commit only what it has written. */
  private async hold(): Promise<void> {
    const { primary } = this;
    await query(primary, primary.port, `alter system set synchronous_standby_names = '${NAME}'`);
    await query(primary, primary.port, 'select pg_reload_conf()');
    await eventually(async () => {
      const [row] = await query<{ state: string }>(
        primary,
        primary.port,
        `select sync_state as state from pg_stat_replication where application_name = '${NAME}'`,
      );
      return row?.state === 'sync' ? true : null;
    });
  }

  query<Row extends object>(text: string): Promise<Row[]> {
    return query<Row>(this.primary, this.port, text);
  }

  /** Makes it the server that writes. */
  async promote(): Promise<void> {
    await this.query('select pg_promote(true)');
  }

  stop(): Promise<void> {
    return shutDownPostmaster(this.directory);
  }
}

/** Ends a server as a crash of its machine would: nothing is written any more, and its connections break. */
export async function crash({ dataDirectory }: EmbeddedPostgres): Promise<void> {
  const postmaster = await findPostmaster(dataDirectory);
  if (!postmaster) throw new Error('the server does not run');
  process.kill(postmaster.pid, 'SIGQUIT');
  await eventually(async () => ((await findPostmaster(dataDirectory)) ? null : true));
}

/** A copy of the files of a running server, from which recovery begins. */
async function copyCluster(primary: EmbeddedPostgres, directory: string): Promise<void> {
  const { host, port, user, password, dataDirectory } = primary;
  const client = new Client({ host, port, user, password, database: user });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('${NAME}', true)`);
    // Files that go while they are copied belong to no state that recovery needs; cp says so and goes on.
    await run('cp', ['-a', dataDirectory, directory]).catch(() => undefined);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    await run('rm', ['-f', join(directory, 'postmaster.pid'), join(directory, 'postmaster.opts')]);
    await writeFile(join(directory, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(directory, 'standby.signal'), '');
    const source = `host=${host} port=${port} user=${user} password=${password} application_name=${NAME}`;
    await appendFile(join(directory, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    await run('chown', ['-R', `--reference=${dataDirectory}`, directory]);
    // The account of the server is another than that of the test.
    await run('chmod', ['o+x', dirname(directory)]);
  } finally {
    await client.end();
  }
}

async function query<Row extends object>(
  { host, user, password }: EmbeddedPostgres,
  port: number,
  text: string,
): Promise<Row[]> {
  const client = new Client({ host, port, user, password, database: user });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function programOf(dataDirectory: string): Promise<string> {
  const postmaster = await findPostmaster(dataDirectory);
  return readlink(`/proc/${postmaster?.pid ?? 0}/exe`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
