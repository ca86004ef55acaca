import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { mkdtemp } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createApp, type App } from '../../src/app/app.js';
import type { Config } from '../../src/config/config.js';
import { ROLES, type Role } from '../../src/access/roles.js';
import type { RestRow } from '../../src/feature/rest-row.js';
import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import type { LicenseTier } from '../../src/modules/organizations/tiers.js';
import { PasswordHasher } from '../../src/platform/crypto/password.js';
import { urlOf } from '../../src/platform/public-url.js';
import { createLog, type Log } from '../../src/platform/log.js';
import type { Clock } from '../../src/platform/clock.js';
import { noteAcross } from './across-tenants.js';
import { configFor } from './config.js';
import { putUnderContract } from './contract.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { Client } from './client.js';

export const PASSWORD = 'correct horse battery staple';

/** One organization under test with a logged-in client for each role. */
export interface TestTenant {
  tenantId: string;
  emails: Record<Role, string>;
  admin: Client;
  auditor: Client;
  member: Client;
}

/** A statement as it was sent. */
interface SentStatement {
  text: string;
  values: readonly unknown[];
}

/** A running service on its own database and port, with two organizations. */
export interface TestService {
  app: App;
  config: Config;
  /** Of the service, where it is not the shipped one: for further processes on its database. */
  content: Content | undefined;
  database: TestDatabase;
  baseUrl: string;
  anonymous: Client;
  a: TestTenant;
  b: TestTenant;
  /** Every statement that requests have sent to the database so far; not those of workers, which come at any time. */
  statements: string[];
  /** The same with their values. */
  sent: SentStatement[];
  addTenant(name: string, tier: LicenseTier, frameworks?: string[]): Promise<TestTenant>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  settings?: Partial<Config>;
  clock?: Clock;
  /** Password hasher. @default one with minimal cost */
  hasher?: PasswordHasher;
  /** Receives the lines of the security log. @default none are written */
  writeSecurityLine?: (line: string) => void;
  /** Rewrites statements before they are sent, for example to remove the application's own tenant filter. */
  rewrite?: (text: string) => string;
  /** Rows of the REST table beside those of the features; the document of other services does not have them. @default none */
  routes?: readonly RestRow[];
  /** @default the shipped one */
  content?: Content;
  /** @default a clone of the migrated template */
  database?: TestDatabase;
  /** @default a silent one */
  log?: Log;
}

const unchanged = (text: string) => text;

/** The request over HTTP that what runs belongs to. Work that a request leaves behind is not part of its cost. */
const request = new AsyncLocalStorage<{ response: ServerResponse }>();
subscribe('http.server.request.start', (message) => request.enterWith(message as { response: ServerResponse }));

export async function startService({
  settings = {},
  clock,
  hasher = new PasswordHasher({ cost: { memory: 32, passes: 1, parallelism: 1 } }),
  rewrite = unchanged,
  writeSecurityLine,
  routes = [],
  content,
  database: given,
  log = createLog(process.env.TEST_LOG ?? 'silent'),
}: ServiceOptions = {}): Promise<TestService> {
  const database = given ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'data-'));
  const config = configFor(database.url, { dataDir, ...settings });
  const statements: string[] = [];
  const sent: SentStatement[] = [];
  const app = await createApp({
    config,
    hasher,
    routes,
    content,
    log,
    intercept: (text, values, isAcross) => {
      if (isAcross) noteAcross(text);
      if (request.getStore()?.response.writableEnded === false) {
        statements.push(text);
        sent.push({ text, values });
      }
      return rewrite(text);
    },
    ...(clock ? { clock } : {}),
    ...(writeSecurityLine ? { writeSecurityLine } : {}),
  });
  await app.start();
  const baseUrl = baseUrlOf(app);
  if (routes.length === 0) putUnderContract(() => app.openApi());
  const addTenant = (name: string, tier: LicenseTier, frameworks?: string[]) =>
    createTenant(app, baseUrl, { name, tier, frameworks: frameworks ?? null });
  return {
    app,
    config,
    content,
    database,
    baseUrl,
    anonymous: new Client(baseUrl, null),
    a: await addTenant('Alpha', 'ENTERPRISE'),
    b: await addTenant('Beta', 'ENTERPRISE'),
    statements,
    sent,
    addTenant,
    stop: async () => {
      await app.stop();
      await database.drop();
    },
  };
}

/** Address of a service of this process. */
export function baseUrlOf(app: App): string {
  const url = urlOf(app.server);
  if (url === null) throw new Error('the service does not listen');
  return url;
}

async function createTenant(
  app: App,
  baseUrl: string,
  tenant: { name: string; tier: LicenseTier; frameworks: string[] | null },
): Promise<TestTenant> {
  const emailOf = (role: Role) => `${role}@${tenant.name.toLowerCase()}.example`;
  const users = ROLES.map((role) => ({
    email: emailOf(role),
    name: `${tenant.name} ${role}`,
    role,
    password: PASSWORD,
  }));
  const { tenantId } = await app.tenants.create({ ...tenant, users });
  const logIn = async (role: Role) => {
    const answer = await new Client(baseUrl, null).post('/api/auth/login', {
      email: emailOf(role),
      password: PASSWORD,
    });
    const token = (answer.body as { data: { access_token: string } }).data.access_token;
    return new Client(baseUrl, token);
  };
  return {
    tenantId,
    emails: { admin: emailOf('admin'), auditor: emailOf('auditor'), member: emailOf('member') },
    admin: await logIn('admin'),
    auditor: await logIn('auditor'),
    member: await logIn('member'),
  };
}
