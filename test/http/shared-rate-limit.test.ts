import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { createKey } from '../support/api-keys.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { baseUrlOf, startService, type TestService } from '../support/service.js';

const LIMIT = 200;
/** Of ten requests, what is certainly sent: less than a hundredth of the limit waits for more. */
const TEN_LESS_A_HUNDREDTH = 9;

describe('the rate limit of two web processes', () => {
  let service: TestService;
  let twin: App;
  let twinUrl: string;
  /** Listens as a process does. */
  let listener: pg.Client;
  const messages: string[] = [];

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web', rateLimitPerMinute: LIMIT } });
    twin = await createApp({ config: service.config, log: createLog('silent') });
    await twin.start();
    twinUrl = baseUrlOf(twin);
    listener = new pg.Client({ connectionString: service.database.url });
    listener.on('notification', ({ payload }) => messages.push(payload ?? ''));
    await listener.connect();
    await listener.query('listen crosswalk_processes');
  });
  afterAll(async () => {
    await listener.end();
    await twin.stop();
    await service.stop();
  });

  const onTwin = ({ token }: Client) => new Client(twinUrl, token);
  const ask = (client: Client) => client.get('/api/org/profile');
  const remainingOf = async (client: Client) => Number((await ask(client)).headers.get('x-ratelimit-remaining'));

  it('sends nothing about an organization that has used less than a hundredth of it', async () => {
    messages.length = 0;
    await ask(service.b.admin);
    // Anything about the first request would be sent before this.
    for (let count = 0; count < 2; count += 1) await ask(service.a.admin);
    await eventually(() => Promise.resolve(messages.join().includes(service.a.tenantId) || null));
    expect(messages.join()).not.toContain(service.b.tenantId);
  });

  it('counts in each what the other has accepted', async () => {
    const { a } = service;
    const before = await remainingOf(onTwin(a.admin));
    for (let count = 0; count < 10; count += 1) await ask(a.member);
    let asked = 0;
    const left = await eventually(async () => {
      asked += 1;
      const remaining = await remainingOf(onTwin(a.admin));
      return remaining <= before - TEN_LESS_A_HUNDREDTH - asked ? remaining : null;
    });
    expect(left).toBeGreaterThanOrEqual(before - 10 - asked);
  });

  it('is refused by both once both together have accepted it', async () => {
    const { b } = service;
    const clients = [b.admin, onTwin(b.admin)];
    let accepted = 0;
    for (let round = 0; round < LIMIT; round += 1) {
      for (const client of clients) if ((await ask(client)).status === 200) accepted += 1;
    }
    // One request of the test before is in the same minute.
    expect(accepted).toBeGreaterThanOrEqual(LIMIT - 1);
    expect(accepted).toBeLessThan(LIMIT * 1.5);
    for (const client of clients) expect((await ask(client)).status).toBe(429);
  });

  it('gives an API key half of it in both together', async () => {
    const { admin } = await service.addTenant('Delta', 'ENTERPRISE');
    const key = new Client(service.baseUrl, (await createKey(admin, { scopes: ['read'] })).key);
    const clients = [key, onTwin(key)];
    let accepted = 0;
    for (let round = 0; round < LIMIT / 2; round += 1) {
      for (const client of clients) if ((await ask(client)).status === 200) accepted += 1;
    }
    expect(accepted).toBeGreaterThanOrEqual(LIMIT / 2);
    expect(accepted).toBeLessThan((LIMIT / 2) * 1.5);
    for (const client of clients) expect((await ask(client)).status).toBe(429);
    expect((await ask(onTwin(admin))).status).toBe(200);
  });

  it('stays whole for another organization', async () => {
    const { admin } = await service.addTenant('Gamma', 'ENTERPRISE');
    expect(await remainingOf(onTwin(admin))).toBe(LIMIT - 1);
  });
});
