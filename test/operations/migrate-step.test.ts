import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { Client as Postgres } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { MIGRATIONS } from '../../src/app/migrations.js';
import { createLog } from '../../src/platform/log.js';
import { NotMigrated } from '../../src/platform/database/migrated.js';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from '../connectors/authority.js';
import { configFor } from '../support/config.js';
import { startService, type TestService } from '../support/service.js';
import { runCli } from './cli.js';

const log = createLog('silent');

describe('a service without the credentials of the owner', () => {
  let service: TestService;
  let databaseUrl: string;

  beforeAll(async () => {
    // The template is migrated; what follows holds an address without a user alone.
    service = await startService();
    databaseUrl = withoutUser(service.database.url);
  });
  afterAll(() => service.stop());

  it('serves, and every one of its connections is of the role that owns nothing', async () => {
    const app = await createApp({ config: { ...service.config, databaseUrl, port: 0 }, log });
    await app.start();
    try {
      const roles = await service.database.query<{ usename: string; rolsuper: boolean }>(
        `select distinct usename, rolsuper from pg_stat_activity join pg_roles on rolname = usename
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      expect(roles).toEqual([{ usename: expect.stringMatching(/^crosswalk_[0-9a-f]{8}$/), rolsuper: false }]);
    } finally {
      await app.stop();
    }
  });

  it('does not start on a database that lacks a migration, and names the command', async () => {
    const last = MIGRATIONS.at(-1)?.name ?? '';
    await service.database.query('delete from migrations where name = $1', [last]);
    try {
      const refused = createApp({ config: { ...service.config, databaseUrl }, log });
      await expect(refused).rejects.toThrow(NotMigrated);
      await expect(refused).rejects.toThrow(`lacks 1 migrations, the first ${last}; run \`npm run cli -- migrate\``);
    } finally {
      await service.database.query('insert into migrations (name) values ($1)', [last]);
    }
  });

  it('does not start on a database with the catalogue of another release', async () => {
    await service.database.query(`update catalogue_versions set digest = repeat('0', 64) where framework = 'soc2'`);
    await expect(createApp({ config: { ...service.config, databaseUrl }, log })).rejects.toThrow('another release');
  });

  it('does not start with a key under which nobody migrated', async () => {
    const config = configFor(databaseUrl, { secretKey: Buffer.alloc(32, 7), dataDir: service.config.dataDir });
    await expect(createApp({ config, log })).rejects.toThrow('of this SECRET_KEY may not use it');
  });

  it('is refused the commands of the owner', async () => {
    const directory = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'step-'));
    const settings = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: directory,
      SECRET_KEY: 'tests of the migration step '.repeat(2),
    };
    for (const words of [['migrate'], ['backup', join(directory, 'x')], ['secrets', 'retire'], ['audit', 'verify']]) {
      const { code, stderr } = await runCli(settings, ...words);
      expect({ words, code, stderr }).toMatchObject({ words, code: 1 });
      expect(stderr).toContain("this command is for the database's owner");
    }
  });
});

describe('connections to the database', () => {
  let front: Server;
  const unencrypted: Buffer[] = [];
  let encrypted = 0;

  beforeAll(async () => {
    const target = new URL(process.env.TEST_DATABASE_SERVER ?? '');
    front = tlsFront(target, {
      onEncrypted: () => (encrypted += 1),
      onPlain: (first) => unencrypted.push(first),
    });
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
  });
  afterAll(() => new Promise((resolve) => front.close(resolve)));

  it('are all encrypted where the address asks for it: of migrations, requests, jobs and notifications', async () => {
    const { port } = front.address() as AddressInfo;
    const service = await startService();
    const url = new URL(service.database.url);
    url.hostname = 'localhost';
    url.port = String(port);
    const authority = join(service.config.dataDir, 'authority.pem');
    await writeFile(authority, AUTHORITY);
    url.searchParams.set('sslmode', 'verify-full');
    url.searchParams.set('sslrootcert', authority);
    const app = await createApp({ config: { ...service.config, databaseUrl: url.toString(), port: 0 }, log });
    await app.start();
    await app.stop();
    await service.stop();
    expect(unencrypted).toEqual([]);
    // One for each kind of connection at least.
    expect(encrypted).toBeGreaterThan(4);
  });

  it('fail where the server answers with a certificate of nobody that we trust', async () => {
    const { port } = front.address() as AddressInfo;
    const client = new Postgres({ connectionString: `postgres://u@localhost:${port}/x?sslmode=verify-full` });
    await expect(client.connect()).rejects.toThrow(/unable to verify|self-signed/);
  });
});

function withoutUser(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.toString();
}

/** Code of a PostgreSQL client's request for TLS. Source: PostgreSQL's protocol, "SSLRequest". */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** A server of PostgreSQL's protocol over TLS before one without. */
function tlsFront(target: URL, hooks: { onEncrypted: () => void; onPlain: (first: Buffer) => void }): Server {
  return createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (first: Buffer) => {
      if (!first.equals(SSL_REQUEST)) {
        hooks.onPlain(first);
        socket.destroy();
        return;
      }
      hooks.onEncrypted();
      socket.write('S');
      const inner = new TLSSocket(socket, { isServer: true, key: SERVER_KEY, cert: SERVER_CERTIFICATE });
      const server = connect(Number(target.port), target.hostname);
      inner.on('error', () => server.destroy());
      server.on('error', () => inner.destroy());
      inner.pipe(server).pipe(inner);
    });
  });
}
