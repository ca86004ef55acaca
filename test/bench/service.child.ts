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
  /** The one account: admin of the one organization. */
  account: { email: string; password: string };
}

let app: App | null = null;
let statements = 0;

async function start({ databaseUrl, dataDir, account }: ServiceSettings) {
  const config = configFor(databaseUrl, { dataDir, rateLimitPerMinute: 1_000_000_000 });
  const intercept = (text: string) => {
    statements += 1;
    return text;
  };
  app = await createApp({ config, log: createLog('silent'), intercept });
  await app.start();
  const users = [{ ...account, name: 'Bench admin', role: 'admin' as const }];
  const { tenantId } = await app.tenants.create({ name: 'Bench', tier: 'ENTERPRISE', frameworks: null, users });
  const { port } = app.server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, tenantId };
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
  for (let no = 0; no < count; no += 1) {
    const account = { email: `admin-${no}@bench.example`, password: randomBytes(15).toString('base64url') };
    const users = [{ ...account, name: 'Admin', role: 'admin' as const }];
    const { tenantId } = await tenants.create({ name: `Bench ${no}`, tier: 'ENTERPRISE', frameworks: null, users });
    const { body } = await new Client(baseUrl, null).post('/api/auth/login', account);
    added.push({ tenantId, token: (body as { data: { access_token: string } }).data.access_token });
  }
  return added;
}

function fail(why: string): never {
  throw new Error(why);
}

answerParent({ start, addTenants, addAccounts, stop: () => app?.stop(), statements: () => statements });
