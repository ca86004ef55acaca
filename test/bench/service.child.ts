import type { AddressInfo } from 'node:net';
import 'reflect-metadata';
import { createApp, type App } from '../../src/app.js';
import { createLog } from '../../src/platform/log.js';
import { configFor } from '../support/config.js';
import { answerParent } from './answer-parent.js';

/** What the service is started with. */
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

answerParent({ start, stop: () => app?.stop(), statements: () => statements });
