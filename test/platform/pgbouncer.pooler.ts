import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceRole } from '../../src/platform/database/service-role.js';
import { Socket } from '../http/socket.js';
import { configFor } from '../support/config.js';
import { eventually } from '../support/eventually.js';
import { connect, finished, triggerScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { catalogueOf } from '../catalogue/shipped.js';

/** Connections of the pooler to the database: fewer than the service has to the pooler. */
const SERVER_CONNECTIONS = 3;

/** Debian's PgBouncer in transaction mode: each transaction of the service has whichever connection is free. */
describe('a service behind PgBouncer', () => {
  let directory: string;
  let port: number;
  let pooler: ChildProcess;
  let service: TestService;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
    port = await freePort();
    await writeSettings();
    pooler = await startPooler();
    service = await startService({ settings: { databasePoolerUrl: `postgres://127.0.0.1:${port}` } });
  });
  afterAll(async () => {
    await service.stop();
    await stopPooler();
    await rm(directory, { recursive: true });
  });

  it('shows each of two organizations its own rows alone, whoever shares a connection', async () => {
    const { a, b } = service;
    const own = new Map([
      [a, await connect(a.admin, 'demo')],
      [b, await connect(b.admin, 'demo')],
    ]);
    const asked = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? a : b));
    const answers = await Promise.all(asked.map(({ admin }) => admin.rest<{ id: string }[]>('/api/org/integrations')));
    expect(answers.map((list) => list.map(({ id }) => id))).toEqual(asked.map((tenant) => [own.get(tenant)]));
  });

  it('scans, decides and reports it live', async () => {
    const { admin } = service.a;
    const scanId = await triggerScan(admin);
    const socket = await Socket.connect(service.baseUrl, admin.token);
    const query = 'subscription ($id: ID!) { scanProgress(scanId: $id) { status } }';
    socket.subscribe(query, { id: scanId });
    await socket.message(({ payload }) => JSON.stringify(payload ?? null).includes('"completed"'));
    expect((await finished(admin, scanId)).status).toBe('completed');
    const [universalControl] = catalogueOf().universalControls;
    await assess(admin, universalControl?.id ?? '', 'compliant');
  });

  it('uses no more connections for all of it than the pooler has', async () => {
    const { name } = serviceRole(service.config.secretKey);
    const counted = async () => {
      const [row] = await service.database.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where usename = $1 and datname = current_database() and application_name = 'pooled'`,
        [name],
      );
      return row?.count ?? 0;
    };
    await Promise.all(Array.from({ length: 40 }, () => service.a.admin.rest('/api/ucf/scorecard')));
    expect(await counted()).toBeGreaterThan(0);
    expect(await counted()).toBeLessThanOrEqual(SERVER_CONNECTIONS);
  });

  it('answers UNAVAILABLE while the pooler is away, and serves again when it is back', async () => {
    await stopPooler();
    await eventually(async () => ((await service.anonymous.get('/readyz')).status === 503 ? true : null));
    expect((await service.a.admin.get('/api/scans')).status).toBe(503);
    pooler = await startPooler();
    await eventually(async () => ((await service.anonymous.get('/readyz')).status === 200 ? true : null));
    expect((await service.a.admin.get('/api/scans')).status).toBe(200);
  });

  async function writeSettings(): Promise<void> {
    const { hostname, port: serverPort } = new URL(process.env.TEST_DATABASE_SERVER ?? '');
    const { name, password } = serviceRole(configFor('').secretKey);
    const settings = [
      '[databases]',
      `* = host=${hostname} port=${serverPort} application_name=pooled`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${directory}/users`,
      'pool_mode = transaction',
      `default_pool_size = ${SERVER_CONNECTIONS}`,
    ];
    await writeFile(join(directory, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
    await writeFile(join(directory, 'users'), `"${name}" "${password}"\n`);
    // PgBouncer does not run as root.
    await chmod(directory, 0o755);
  }

  async function startPooler(): Promise<ChildProcess> {
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const started = spawn('pgbouncer', [...user, join(directory, 'pgbouncer.ini')], { stdio: 'ignore' });
    await eventually(() => isListening());
    return started;
  }

  async function stopPooler(): Promise<void> {
    const ended = once(pooler, 'exit');
    pooler.kill('SIGKILL');
    await ended;
  }

  function isListening(): Promise<true | null> {
    return new Promise((resolve) => {
      const socket = connectSocket(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(null));
    });
  }
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
