import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loggablePath } from '../../src/http/loggable-path.js';
import { EventStream } from '../http/event-stream.js';
import { sendRaw } from '../http/raw.js';
import { Socket } from '../http/socket.js';
import { ServiceProcess } from '../support/service-process.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { connect, runImport, runScan } from '../support/scans.js';
import { statusOf } from '../support/status-of.js';
import { REPORT } from '../access/world.js';

describe('the log at its finest level', () => {
  const unique = randomBytes(4).toString('hex');
  const email = `grace.${unique}@people.example`;
  const password = `a passphrase ${unique} of hers`;
  const fileName = `payroll-${unique}.json`;
  const bogusToken = `eyJ${unique}.bogus.token`;
  let database: TestDatabase;
  let service: ServiceProcess;
  let credentials: { users: { email: string; password: string }[] };
  /** Values that must not be in the log, by their kind. */
  const secrets: Record<string, string> = { email, password, fileName, bogusToken, name: 'Hopper the Third' };

  beforeAll(async () => {
    database = await createTestDatabase();
    const dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'logs-'));
    service = new ServiceProcess(dataDir, {
      DATABASE_URL: database.url,
      SECRET_KEY: `logs ${unique} `.repeat(5),
      LOG_LEVEL: 'trace',
      DEMO_SCAN_SECONDS: '0',
    });
    await service.start();
    credentials = JSON.parse(await readFile(join(dataDir, 'demo-credentials.json'), 'utf8')) as typeof credentials;
    for (const [index, user] of credentials.users.entries()) {
      secrets[`password ${index}`] = user.password;
      secrets[`address ${index}`] = user.email;
    }
    secrets.key = `logs ${unique} `.repeat(5).trim();
    secrets['database password'] = new URL(database.url).password;
    await useAll();
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    await database.drop();
  });

  /** Uses logins, bodies, uploads, links and sockets, valid and invalid ones. */
  async function useAll(): Promise<void> {
    const { baseUrl } = service;
    const admin = await service.logIn();
    const anonymous = new Client(baseUrl, null);
    secrets.token = admin.token ?? '';
    for (const body of [
      { email, password },
      { email: credentials.users[0]?.email, password },
      { email, password, name: secrets.name },
      `{"email": "${email}", "password": "${password}"`,
    ])
      await anonymous.post('/api/auth/login', body);
    await anonymous.graphql('mutation ($input: LoginInput!) { login(input: $input) { accessToken } }', {
      input: { email, password },
    });
    await anonymous.graphql(`mutation { login(input: { email: "${email}", password: "${password}" } { accessToken } }`);

    for (const path of ['/api/org/members', '/api/org/profile', '/api/ucf/assessments', `/api/members/${email}`])
      await admin.post(path, { email, role: 'member', name: secrets.name });
    await admin.send('PUT', '/api/org/profile', { body: JSON.stringify({ name: secrets.name }) });
    await admin.get(`/api/scans?access_token=${bogusToken}&email=${encodeURIComponent(email)}`);
    await sendRaw(baseUrl, { method: 'GET', path: `/invite/${bogusToken}/%E0%A4%A/${fileName}` });
    await new Client(baseUrl, bogusToken).get('/api/org/profile');
    await anonymous.send('GET', '/api/org/profile', { headers: { authorization: `Basic ${bogusToken}` } });

    const integration = await connect(admin, 'prowler');
    await runImport(admin, integration, REPORT);
    await admin.upload(`/api/org/integrations/${integration}/import`, `{"${secrets.name}": `, fileName);
    await admin.upload(`/api/org/integrations/${integration}/import`, REPORT, fileName);
    await runScan(admin);

    const [evidence] = await admin.rest<{ id: string }[]>('/api/evidence?limit=1');
    const { download_url: url } = await admin.rest<{ download_url: string }>(`/api/evidence/${evidence?.id ?? ''}`);
    const link = new URL(url);
    secrets.signature = link.searchParams.get('signature') ?? '';
    secrets['name in a link'] = link.searchParams.get('name') ?? '';
    expect(await statusOf(link)).toBe(200);
    link.searchParams.set('expires', '1');
    expect(await statusOf(link)).toBe(404);

    const socket = await Socket.connect(baseUrl, admin.token);
    await socket.ask(`{ me { email } nothing(email: "${email}") }`);
    await socket.close();
    await Socket.open(baseUrl, { Authorization: `Bearer ${bogusToken}` }).then(({ closed }) => closed);
    await EventStream.ask(admin, `subscription { scanProgress(scanId: "${email}") { status } }`);

    // A fault of ours, too: the database is away in the middle of a request.
    await database.query('begin');
    await database.query('lock table scans in access exclusive mode');
    const cut = admin.get('/api/scans');
    await eventually(async () => {
      const found = await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return found.length > 0 ? true : null;
    });
    expect((await cut).status).toBeGreaterThanOrEqual(500);
    await database.query('rollback');
    // What a process prints arrives after what it answers.
    await eventually(async () => (/"level":[45]0/.test(service.printed) ? true : null));
  }

  it('contains every request and every internal error', () => {
    expect(service.printed.match(/"msg":"request"/g)?.length).toBeGreaterThan(25);
    expect(service.printed).toMatch(/"level":[45]0/);
    expect(service.printed).toContain('"path":"/api/members/*"');
    expect(service.printed).toContain('"path":"/files/*"');
  });

  it('contains no address, password, token, name, file name or signed link', () => {
    // What it greets with on its terminal names the file of the demo accounts; log lines are JSON.
    const lines = service.printed.split('\n').filter((line) => line.startsWith('{'));
    expect(Object.values(secrets).every((secret) => secret.length >= 8)).toBe(true);
    for (const [what, secret] of Object.entries(secrets)) {
      const found = lines.filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)));
      expect({ what, found }).toEqual({ what, found: [] });
    }
    expect(lines.filter((line) => /@people\.example|@northwind\.example|signature=|Bearer /.test(line))).toEqual([]);
  });
});

describe('a path in the log', () => {
  it.each([
    ['/api/org/profile', '/api/org/profile'],
    [
      '/api/scans/0b5dfa2e-0000-4000-8000-000000000001/results',
      '/api/scans/0b5dfa2e-0000-4000-8000-000000000001/results',
    ],
    ['/api/ucf/coverage/SOC%202', '/api/ucf/coverage/*'],
    ['/api/members/a@b.example', '/api/members/*'],
    ['/files/tenant/scan/soc2-CC1.1.json', '/files/*'],
    ['/invite/Zm9vYmFy', '/invite/*'],
    ['/graphiql/assets/index-abc123.js', '/graphiql/assets/*'],
    ['/', '/'],
  ])('%s is written as %s', (path, logged) => {
    expect(loggablePath(path)).toBe(logged);
  });

  it('is at most twelve parts long', () => {
    expect(loggablePath('/a'.repeat(5_000))).toBe('/a'.repeat(11));
  });
});
