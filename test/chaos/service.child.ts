import { appendFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import 'reflect-metadata';
import { createApp, type App } from '../../src/app/app.js';
import { systemClock } from '../../src/platform/clock.js';
import { PasswordHasher } from '../../src/platform/crypto/password.js';
import { onFailpoint, type Failpoint } from '../../src/platform/failpoints.js';
import { createLog } from '../../src/platform/log.js';
import { answerParent } from '../bench/answer-parent.js';
import { configFor } from '../support/config.js';

/** What a process of the service does at a failpoint. */
export interface Trap {
  point: Failpoint;
  /** Part of the detail. Empty: any. */
  contains: string;
  /** Which of the passes of this point springs it, from 1. */
  pass: number;
  /** `lose`: the answer of whoever was called is lost. `full`: as a full disk. `stall`: it waits for some seconds. */
  act: 'kill' | 'lose' | 'full' | 'stall';
}

export interface ServiceSettings {
  databaseUrl: string;
  dataDir: string;
  role: 'web' | 'worker';
  /** File that records sprung traps, one a line. */
  sprungFile: string;
}

const STALL_MS = 3_000;
const clock = { ...systemClock, offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };

/** Somebody of a new organization. */
export interface UserAccount {
  email: string;
  name: string;
  role: 'admin' | 'member';
  password: string;
}

let app: App | null = null;
let traps: (Trap & { passed: number })[] = [];
let sprungFile = '';

onFailpoint(async (point, detail) => {
  for (const trap of traps) {
    if (trap.point !== point || !detail.includes(trap.contains)) continue;
    trap.passed += 1;
    if (trap.passed === trap.pass) await spring(trap, detail);
  }
});

async function spring({ point, act }: Trap, detail: string): Promise<void> {
  const what = detail.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
  appendFileSync(sprungFile, `${Date.now()} ${process.pid} ${act} at ${point} (${what})\n`);
  switch (act) {
    case 'kill':
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => undefined);
    case 'lose':
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    case 'full':
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    case 'stall':
      await sleep(STALL_MS);
  }
}

async function start(settings: ServiceSettings): Promise<string> {
  const { databaseUrl, dataDir, role } = settings;
  ({ sprungFile } = settings);
  const hasher = new PasswordHasher({ cost: { memory: 32, passes: 1, parallelism: 1 } });
  const config = configFor(databaseUrl, { dataDir, role, allowsPrivateWebhooks: true });
  app = await createApp({ config, hasher, clock, log: createLog(process.env.TEST_LOG ?? 'silent') });
  await app.start();
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

answerParent({
  start,
  set: (next: Trap[]) => {
    traps = next.map((trap) => ({ ...trap, passed: 0 }));
  },
  jump: (offsetMs: number) => {
    clock.offsetMs = offsetMs;
  },
  addTenant: async (tenant: { name: string; users: UserAccount[] }) =>
    (await app?.tenants.create({ ...tenant, tier: 'ENTERPRISE', frameworks: ['soc2'] }))?.tenantId,
  stop: () => app?.stop(),
});
