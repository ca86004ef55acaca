import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import 'reflect-metadata';
import { createApp, type App } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { Client } from '../support/client.js';
import { configFor } from '../support/config.js';
import { answerParent } from './answer-parent.js';

/** Settings of the service. */
export interface ServiceSettings {
  databaseUrl: string;
  dataDir: string;
  /** The one account: admin of the one organization. None for one more process of an installation that has them. */
  account: { email: string; password: string } | null;
  /** What it does. @default 'all' */
  role?: 'all' | 'web';
  /** Whether it has the default rate limits, and trusts a proxy for the addresses of clients. @default false */
  isLimited?: boolean;
}

const LIMIT_DEFAULT = 600;
const NO_LIMIT = 1_000_000_000;
const METRICS_TOKEN = 'token-of-the-benchmark';

let app: App | null = null;
let statements = 0;
let tenantsAdded = 0;

async function start({ databaseUrl, dataDir, account, role = 'all', isLimited = false }: ServiceSettings) {
  const rateLimitPerMinute = isLimited ? LIMIT_DEFAULT : NO_LIMIT;
  const config = configFor(databaseUrl, {
    dataDir,
    role,
    rateLimitPerMinute,
    trustProxy: isLimited,
    metricsToken: METRICS_TOKEN,
  });
  const intercept = (text: string) => {
    statements += 1;
    return text;
  };
  app = await createApp({ config, log: createLog('silent'), intercept });
  await app.start();
  const tenantId = account && (await addOrganization(app, account));
  const { port } = app.server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, tenantId };
}

async function addOrganization({ tenants }: App, account: { email: string; password: string }): Promise<string> {
  const users = [{ ...account, name: 'Bench admin', role: 'admin' as const }];
  return (await tenants.create({ name: 'Bench', tier: 'ENTERPRISE', frameworks: null, users })).tenantId;
}

/** Creates accounts that log in with `password`. */
async function addAccounts({ emails, password }: { emails: string[]; password: string }) {
  const users = emails.map((email) => ({ email, name: 'Bench member', role: 'member' as const, password }));
  await app?.tenants.create({ name: 'Crowd', tier: 'ENTERPRISE', frameworks: null, users });
}

/** Creates organizations with all frameworks and one administrator each. @returns their ids and tokens */
async function addTenants(count: number): Promise<{ tenantId: string; token: string }[]> {
  const { tenants, server } = app ?? fail('not started');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const added: { tenantId: string; token: string }[] = [];
  for (const end = tenantsAdded + count; tenantsAdded < end; tenantsAdded += 1) {
    const no = tenantsAdded;
    const account = { email: `admin-${no}@bench.example`, password: randomBytes(15).toString('base64url') };
    const users = [{ ...account, name: 'Admin', role: 'admin' as const }];
    const { tenantId } = await tenants.create({ name: `Bench ${no}`, tier: 'ENTERPRISE', frameworks: null, users });
    const { body } = await new Client(baseUrl, null).post('/api/auth/login', account);
    added.push({ tenantId, token: (body as { data: { access_token: string } }).data.access_token });
  }
  return added;
}

/** Cacheable answers since the start that were cached, and that had to be made. */
async function answers(): Promise<{ hits: number; misses: number }> {
  const { server } = app ?? fail('not started');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  const text = await (await fetch(url, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  const count = (found: string) =>
    Number(new RegExp(`crosswalk_cacheable_answers_total\\{found="${found}"\\} (\\d+)`).exec(text)?.[1] ?? NaN);
  return { hits: count('hits'), misses: count('misses') };
}

/** Organization with an admin and a member. */
export interface LimitedTenant {
  name: string;
  /** Rate limit; null for the default. */
  perMinute: number | null;
}

/** Creates organizations. @returns the tokens of their two members, in the order of `wanted` */
async function addLimitedTenants(wanted: LimitedTenant[]) {
  const { tenants, server } = app ?? fail('not started');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logIn = async (email: string, password: string) => {
    const { body } = await new Client(baseUrl, null, false).post('/api/auth/login', { email, password });
    return (body as { data: { access_token: string } }).data.access_token;
  };
  return Promise.all(
    wanted.map(async ({ name, perMinute }) => {
      const password = randomBytes(15).toString('base64url');
      const [admin, member] = ['admin', 'member'].map((role) => `${role}@${name.toLowerCase()}.example`);
      if (admin === undefined || member === undefined) fail('no accounts');
      const users = [
        { email: admin, name: 'Admin', role: 'admin' as const, password },
        { email: member, name: 'Member', role: 'member' as const, password },
      ];
      const { tenantId } = await tenants.create({ name, tier: 'ENTERPRISE', frameworks: null, users });
      await tenants.setRateLimit(tenantId, perMinute);
      return { adminToken: await logIn(admin, password), memberToken: await logIn(member, password) };
    }),
  );
}

function fail(why: string): never {
  throw new Error(why);
}

answerParent({
  start,
  addTenants,
  addLimitedTenants,
  addAccounts,
  stop: () => app?.stop(),
  statements: () => statements,
  answers,
});
