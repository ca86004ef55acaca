import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as Database } from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { findPostmaster } from '../../src/platform/database/embedded/postmaster.js';
import { Client } from '../support/client.js';
import { connect, runScan } from '../support/scans.js';
import { assess } from '../ucf/assessments.js';
import { Child } from './child.js';
import type { Target } from './measure.js';
import { startPostgraphile } from './postgraphile.js';
import { fillRaw } from './raw-data.js';
import type { ServiceSettings } from './service.child.js';

const DATABASE = 'bench';
const [NON_COMPLIANT, COMPLIANT] = [59, 98];

/** A service with one organization whose demo integration has been scanned, and the raw peer on the same data. */
export interface Bench {
  directory: string;
  database: Database;
  /** Connection URL of the owner. */
  databaseUrl: string;
  postmasterPid: number;
  service: Target;
  raw: Target;
  /** PostGraphile on the tables of the raw peer; started when it is first called. */
  startPostgraphile: () => Promise<Target>;
  /** Client of the service, logged in as admin. */
  admin: Client;
  /** Its credentials. */
  account: { email: string; password: string };
}

/**
 * Starts everything in a temporary folder, and registers it on `stack` at once, so that it is stopped in any case.
 * @param isAssessed whether universal controls are assessed beside the scan, so that lists by status have different lengths
 */
export async function startBench(stack: AsyncDisposableStack, { isAssessed = false } = {}): Promise<Bench> {
  const { directory, url, dataDirectory, child, baseUrl, tenantId, account } = await startAlone(stack);
  const postmasterPid = (await findPostmaster(dataDirectory))?.pid ?? 0;
  const admin = await logIn(baseUrl, account);
  await connect(admin, 'demo');
  const { status } = await runScan(admin);
  if (status !== 'completed') throw new Error(`the demo scan ended ${status}`);
  if (isAssessed) await assessSome(admin);

  const database = new Database({ connectionString: url });
  await database.connect();
  stack.defer(() => database.end());
  await database.query('vacuum analyze');
  await fillRaw(database);
  const peer = stack.use(Child.run(new URL('./raw.child.js', import.meta.url)));
  const rawUrl = await peer.ask<string>('start', { databaseUrl: url, tenantId });
  const token = admin.token ?? '';
  return {
    directory,
    database,
    databaseUrl: url,
    postmasterPid,
    admin,
    account,
    service: { who: 'service', child, baseUrl, token },
    raw: { who: 'raw', child: peer, baseUrl: rawUrl, token },
    startPostgraphile: () => startPostgraphile(stack, { database, databaseUrl: url, tenantId }),
  };
}

/**
 * Starts the service on its own database, with one account.
 * @param isLimited whether it has the default rate limits, and trusts a proxy for addresses
 */
export async function startAlone(stack: AsyncDisposableStack, { isLimited = false } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'crosswalk-bench-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const { url, dataDirectory } = await startPostgres(stack, directory);
  const account = { email: 'admin@bench.example', password: randomBytes(15).toString('base64url') };
  const child = stack.use(Child.run(new URL('./service.child.js', import.meta.url)));
  const settings: ServiceSettings = { databaseUrl: url, dataDir: join(directory, 'data'), account, isLimited };
  const { baseUrl, tenantId } = await child.ask<{ baseUrl: string; tenantId: string }>('start', settings);
  return { directory, url, dataDirectory, child, baseUrl, tenantId, account };
}

/** Starts PostgreSQL with the settings of the service: commits are durable. */
async function startPostgres(
  stack: AsyncDisposableStack,
  directory: string,
): Promise<{ url: string; dataDirectory: string }> {
  const starting = startEmbeddedPostgres({ dataDir: directory, log: () => undefined });
  stack.defer(async () => (await starting).stop());
  const { host, port, user, password, dataDirectory } = await starting;
  const server = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}`;
  const database = new Database({ connectionString: `${server}/${user}` });
  await database.connect();
  await database.query(`create database ${DATABASE}`);
  await database.end();
  return { url: `${server}/${DATABASE}`, dataDirectory };
}

/** With these SOC 2 has six controls that pass, 28 that fail and 27 that nothing decides. */
async function assessSome(admin: Client): Promise<void> {
  const { body } = await admin.post('/graphql', { query: '{ ucfDomains { universalControls { id } } }' });
  const { data } = body as { data: { ucfDomains: { universalControls: { id: string }[] }[] } };
  const ids = data.ucfDomains.flatMap(({ universalControls }) => universalControls.map(({ id }) => id));
  for (const [index, id] of ids.slice(0, NON_COMPLIANT + COMPLIANT).entries())
    await assess(admin, id, index < NON_COMPLIANT ? 'non_compliant' : 'compliant', { details: 'For the benchmark.' });
}

async function logIn(baseUrl: string, account: { email: string; password: string }): Promise<Client> {
  const { body, text } = await new Client(baseUrl, null).post('/api/auth/login', account);
  const { data } = body as { data?: { access_token: string } };
  if (!data) throw new Error(`the login was refused: ${text}`);
  return new Client(baseUrl, data.access_token);
}
