import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { ServiceProcess } from '../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

describe('a process that gets two signals to stop', () => {
  let database: TestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    const dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'signals-'));
    const settings = { DATABASE_URL: database.url, SECRET_KEY: 'signals '.repeat(5), LOG_LEVEL: 'info' };
    service = new ServiceProcess(dataDir, settings);
    await service.start();
  });
  afterAll(async () => {
    await service.end('SIGKILL');
    await database.drop();
  });

  it('exits at once despite an open request, unless both signals come from one press of Ctrl-C', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    // A request that never gets its body.
    const slow = connect(Number(port), hostname);
    slow.on('error', () => undefined);
    slow.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    );
    const [answer] = (await once(slow, 'data')) as [Buffer];
    expect(answer.toString()).toContain('100 Continue');
    const exited = service.end('SIGTERM');
    await eventually(async () => (service.printed.includes('"stopping"') ? true : null));
    const signalledAt = Date.now();
    await eventually(async () => (service.signal('SIGINT') ? null : true));
    expect(await exited).toBe(1);
    // npm doubles a Ctrl-C, so a second signal within a second is the first; an open request would have 10 seconds.
    expect(Date.now() - signalledAt).toBeGreaterThan(700);
    expect(Date.now() - signalledAt).toBeLessThan(5_000);
    expect(service.printed).toContain('SIGINT came again');
    slow.destroy();
    if (!slow.closed) await once(slow, 'close');
  });
});
