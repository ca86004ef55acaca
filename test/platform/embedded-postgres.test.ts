import { describe, expect, it } from 'vitest';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import {
  type EmbeddedPostgresConnection,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded-postgres.js';
import { prepareBinaries } from '../../src/platform/database/embedded/binaries.js';

const MODULE = new URL('../../src/platform/database/embedded-postgres.js', import.meta.url).href;
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.geteuid?.() === 0;
const canNobodyImport =
  isRoot && spawnSync(process.execPath, ['-e', `import('${MODULE}')`], { ...NOBODY, cwd: '/' }).status === 0;

describe('embedded PostgreSQL', () => {
  it('creates a cluster, and has its data again after a restart', () =>
    withDataDir(async (dataDir) => {
      expect(await findEmbeddedPostgres(dataDir)).toBeNull();
      const first = await start(dataDir);
      await query(first, 'create table note (text text)');
      await query(first, `insert into note values ('kept')`);
      expect(await query(first, `select lower('ÄÖ') as lower, 'Z' < 'a' as "isByteOrder"`)).toEqual([
        { lower: 'äö', isByteOrder: true },
      ]);
      await first.stop();
      expect(await findEmbeddedPostgres(dataDir)).toBeNull();

      const second = await start(dataDir);
      expect(await query(second, 'select text from note')).toEqual([{ text: 'kept' }]);
      await second.stop();
    }));

  it('listens on loopback below port 32768, and requires a password that only its user can read', () =>
    withDataDir(async (dataDir) => {
      const postgres = await start(dataDir);
      expect(postgres.host).toBe('127.0.0.1');
      expect(postgres.port).toBeLessThan(32_768);
      const shown = await query(
        postgres,
        `select name, setting from pg_settings where name = any('{
        fsync, listen_addresses, max_connections, shared_buffers, synchronous_commit, unix_socket_directories}')`,
      );
      expect(Object.fromEntries(shown.map(({ name, setting }) => [name, setting]))).toEqual({
        fsync: 'on',
        listen_addresses: '127.0.0.1',
        max_connections: '60',
        shared_buffers: '8192', // pages of 8 kB: 64 MB
        synchronous_commit: 'on',
        unix_socket_directories: '',
      });
      await expect(query({ ...postgres, password: 'wrong' }, 'select 1')).rejects.toMatchObject({ code: '28P01' });
      expect(await modeOf(join(dataDir, 'postgres.password'))).toBe(0o600);
      expect(await modeOf(join(dataDir, 'postgres.log'))).toBe(0o600);
      expect(await modeOf(postgres.dataDirectory)).toBe(0o700);
      await postgres.stop();
    }));

  it('applies settings, logs no personal data of failed statements, and stops once', () =>
    withDataDir(async (dataDir) => {
      const postgres = await start(dataDir, { work_mem: '5MB' });
      expect(await query(postgres, 'show work_mem')).toEqual([{ work_mem: '5MB' }]);
      await query(postgres, 'create table person (email text primary key)');
      await query(postgres, `insert into person values ('jane@example.com')`);
      await expect(query(postgres, `insert into person values ('jane@example.com')`)).rejects.toThrow('duplicate key');
      await Promise.all([postgres.stop(), postgres.stop()]);
      await postgres.stop();
      const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
      expect(log).toContain('person_pkey');
      expect(log).not.toContain('jane');
    }));

  it('reports why it cannot start and leaves no process running', () =>
    withDataDir(async (dataDir) => {
      await expect(start(dataDir, { shared_buffers: 'much' })).rejects.toThrow(/cannot start PostgreSQL.*"much"/s);
      expect(await findEmbeddedPostgres(dataDir)).toBeNull();
      await (await start(dataDir)).stop();
    }));

  it('initializes again after an interrupted initialization', () =>
    withDataDir(async (dataDir) => {
      await mkdir(join(dataDir, 'postgres.new'), { recursive: true });
      await writeFile(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n');
      const postgres = await start(dataDir);
      expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
      await postgres.stop();
    }));

  it('survives a killed service, is adopted by the next one with all data, and is stopped by it', () =>
    withDataDir(async (dataDir) => {
      const service = await startInChild(dataDir);
      await query(service.postgres, 'create table note as select generate_series(1, 1000) as id');
      const pid = await postmasterPid(service.postgres);
      // The whole process group, as Ctrl-C in a terminal would hit it.
      process.kill(-pidOf(service.child), 'SIGKILL');
      await once(service.child, 'exit');

      expect(await findEmbeddedPostgres(dataDir)).toEqual(service.postgres);
      const adopted = await start(dataDir);
      expect(await postmasterPid(adopted)).toBe(pid);
      expect(await query(adopted, 'select count(*)::int from note')).toEqual([{ count: 1000 }]);
      await adopted.stop();
      expect(isAlive(pid)).toBe(false);
    }));

  it('recovers committed data after the server was killed', () =>
    withDataDir(async (dataDir) => {
      const postgres = await start(dataDir);
      await query(postgres, 'create table note as select generate_series(1, 1000) as id');
      const pid = await postmasterPid(postgres);
      process.kill(pid, 'SIGKILL');
      await waitUntil(() => !isAlive(pid));
      expect(await findEmbeddedPostgres(dataDir)).toBeNull();

      const recovered = await start(dataDir);
      expect(await postmasterPid(recovered)).not.toBe(pid);
      expect(await query(recovered, 'select count(*)::int from note')).toEqual([{ count: 1000 }]);
      await postgres.stop(); // of the first start: the second still uses it
      expect(await query(recovered, 'select 1 as one')).toEqual([{ one: 1 }]);
      await recovered.stop();
    }));

  it('ignores a pid file whose pid belongs to another process', () =>
    withDataDir(async (dataDir) => {
      const first = await start(dataDir);
      const file = join(first.dataDirectory, 'postmaster.pid');
      const pid = await postmasterPid(first);
      const stale = (await readFile(file, 'utf8')).replace(String(pid), String(process.pid));
      await first.stop();
      await writeFile(file, stale);
      expect(await findEmbeddedPostgres(dataDir)).toBeNull();

      const second = await start(dataDir);
      expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
      await second.stop();
    }));

  it('is one server for services that start concurrently, stopped by the last one', () =>
    withDataDir(async (dataDir) => {
      const services = await Promise.all([startInChild(dataDir), startInChild(dataDir), startInChild(dataDir)]);
      const [first, second, third] = services;
      expect(services.map(({ postgres }) => postgres)).toEqual(Array(3).fill(first.postgres));
      const pid = await postmasterPid(first.postgres);

      await stopChild(first.child);
      second.child.kill('SIGKILL'); // the dead do not count
      await once(second.child, 'exit');
      expect(await query(third.postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
      await stopChild(third.child);
      expect(isAlive(pid)).toBe(false);
    }));

  it('suggests DATABASE_URL where the platform has no package', async () => {
    const attempt = prepareBinaries(null, tmpdir(), '@embedded-postgres/plan9-mips');
    await expect(attempt).rejects.toThrow(/plan9-mips is not installed.*DATABASE_URL/);
  });

  it('lets the process exit after a program could not be started', () => {
    const module = new URL('../../src/platform/database/embedded/account.js', import.meta.url).href;
    const code = `import('${module}').then(({ runAs }) => runAs(null, { program: '/nowhere', args: [] }))`;
    expect(spawnSync(process.execPath, ['-e', code], { timeout: 10_000 })).toMatchObject({ status: 0, signal: null });
  });

  if (isRoot) {
    it('is stored outside a DATA_DIR that the server cannot traverse, logs where, and is found again', () =>
      withDataDir(async (dataDir) => {
        await chmod(dirname(dataDir), 0o700);
        const messages: string[] = [];
        const first = await startEmbeddedPostgres({ dataDir, log: (message) => messages.push(message) });
        expect(first.dataDirectory).toMatch(/^\/var\/lib\/crosswalk\/[0-9a-f]{16}\/postgres$/);
        expect(messages.join()).toContain('outside DATA_DIR');
        expect(await modeOf(join(dataDir, 'postgres.password'))).toBe(0o600);
        await query(first, 'create table note as select 7 as id');
        await first.stop();

        const second = await start(dataDir);
        expect(second.dataDirectory).toBe(first.dataDirectory);
        expect(await query(second, 'select id from note')).toEqual([{ id: 7 }]);
        await second.stop();
      }));

    it('moves a cluster that root copied to a path that the server cannot traverse', () =>
      withDataDir(async (dataDir) => {
        const original = await start(dataDir);
        await query(original, 'create table note as select 7 as id');
        await original.stop();
        await chmod(dirname(dataDir), 0o700);
        spawnSync('chown', ['-R', '0:0', dataDir]);

        const moved = await start(dataDir);
        expect(moved.dataDirectory).toMatch(/^\/var\/lib\/crosswalk\//);
        expect(await query(moved, 'select id from note')).toEqual([{ id: 7 }]);
        await moved.stop();
      }));
  }

  if (canNobodyImport) {
    it('runs for an ordinary user', () =>
      withDataDir(async (dataDir) => {
        await chown(dirname(dataDir), NOBODY.uid, NOBODY.gid);
        const first = await startInChild(dataDir, NOBODY);
        await query(first.postgres, 'create table note as select 7 as id');
        expect((await stat(`/proc/${String(await postmasterPid(first.postgres))}`)).uid).toBe(NOBODY.uid);
        first.child.kill('SIGKILL');
        await once(first.child, 'exit');

        const second = await startInChild(dataDir, NOBODY);
        expect(second.postgres).toEqual(first.postgres);
        expect(await query(second.postgres, 'select id from note')).toEqual([{ id: 7 }]);
        await stopChild(second.child);
        expect(await findEmbeddedPostgres(dataDir)).toBeNull();
      }));
  }
});

/**
 * Runs a test with a data directory that does not exist yet. Afterwards, servers on it are stopped and it is removed.
 */
async function withDataDir(test: (dataDir: string) => Promise<void>): Promise<void> {
  const parent = await mkdtemp(join(process.env.TEST_DIRECTORY ?? tmpdir(), 'crosswalk-postgres-'));
  await chmod(parent, 0o711);
  const dataDir = join(parent, 'data');
  try {
    await test(dataDir);
  } finally {
    const leftover = await findEmbeddedPostgres(dataDir);
    if (leftover) await stopByForce(leftover);
    const cluster = await realpath(join(dataDir, 'postgres')).catch(() => null);
    if (cluster?.startsWith('/var/lib/crosswalk/')) await rm(dirname(cluster), { recursive: true });
    await rm(parent, { recursive: true });
  }
}

async function stopByForce(postgres: EmbeddedPostgresConnection): Promise<void> {
  const pid = await postmasterPid(postgres);
  process.kill(pid, 'SIGINT');
  await waitUntil(() => !isAlive(pid));
}

function start(dataDir: string, settings: Record<string, string> = {}) {
  return startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
}

const SERVICE = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2], log: () => {} });
  console.log(JSON.stringify(postgres));
  process.stdin.once('data', () => {
    process.stdin.destroy();
    void postgres.stop(); // and nothing is left that keeps the process alive
  });
`;

/** A service in its own process (and process group) that has started PostgreSQL and waits for `stopChild`. */
async function startInChild(dataDir: string, account: { uid?: number; gid?: number } = {}) {
  const args = ['--input-type=module', '-e', SERVICE, MODULE, dataDir];
  const child = spawn(process.execPath, args, {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) return { child, postgres: JSON.parse(line) as EmbeddedPostgresConnection };
  throw new Error('the child ended before PostgreSQL was ready');
}

async function stopChild(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.stdin?.write('stop\n');
  expect(await exit).toEqual([0, null]);
}

async function query(connection: EmbeddedPostgresConnection, sql: string): Promise<Record<string, unknown>[]> {
  const { host, port, user, password } = connection;
  const client = new Client({ host, port, user, password, database: 'postgres' });
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid({ dataDirectory }: EmbeddedPostgresConnection): Promise<number> {
  return Number.parseInt(await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8'), 10);
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the child was not started');
  return child.pid;
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

/**
 * Whether a process runs. False for a zombie: it has no command line, and in a container perhaps no parent that reaps
 * it.
 */
function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`).length > 0;
  } catch {
    return false;
  }
}

async function waitUntil(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited 10 s in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
