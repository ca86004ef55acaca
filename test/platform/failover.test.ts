import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { catalogueOf } from '../catalogue/shipped.js';
import { Socket } from '../http/socket.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { makePassableDirectory } from '../support/run-directory.js';
import { finished, triggerScan } from '../support/scans.js';
import { ServiceProcess } from '../support/service-process.js';
import { crash, Standby } from '../support/standby.js';

/** Time from the promotion of the standby until the service has acknowledged 20 writes. Milliseconds. */
const BACK_MS_MAX = 15_000;
const WRITERS = 4;

describe('a service with two database servers', () => {
  /** Ends of what was started, the last first. */
  const ends: (() => Promise<unknown>)[] = [];
  let primary: EmbeddedPostgres;
  let standby: Standby;
  let baseUrl: string;
  let admin: Client;
  const [universalControl] = catalogueOf().universalControls;
  /** Details of assessments that the service has acknowledged. */
  const acknowledged: string[] = [];
  let isWriting = true;
  let attempts = 0;

  beforeAll(async () => {
    const directory = await makePassableDirectory('failover-');
    ends.unshift(() => rm(directory, { recursive: true }));
    const settings = { fsync: 'off', wal_keep_size: '256MB', max_connections: '100' };
    primary = await startEmbeddedPostgres({ dataDir: join(directory, 'primary'), log: () => undefined, settings });
    ends.unshift(() => primary.stop());
    standby = await Standby.of(primary, join(directory, 'standby'));
    ends.unshift(() => standby.stop());
    const { user, password, host, port } = primary;
    const hosts = `${host}:${standby.port},${host}:${port}`;
    const service = new ServiceProcess(join(directory, 'data'), {
      ...{ RATE_LIMIT_PER_MINUTE: '1000000', DEMO_SCAN_SECONDS: '0' },
      DATABASE_URL: `postgres://${user}:${password}@${hosts}/${user}?target_session_attrs=read-write`,
    });
    ends.unshift(() => service.end('SIGTERM'));
    // The first of its hosts is a standby: it finds the other.
    await service.start();
    admin = await service.logIn();
    ({ baseUrl } = service);
  });
  afterAll(async () => {
    isWriting = false;
    for (const end of ends) await end();
  });

  async function write(): Promise<void> {
    const details = `write ${(attempts += 1)}`;
    const answer = await admin
      .post('/api/ucf/assessments', { universal_control_id: universalControl?.id, status: 'compliant', details })
      .catch(() => null);
    if (answer?.status === 201) acknowledged.push(details);
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async function writeOn(): Promise<void> {
    while (isWriting) await write();
  }

  it('goes on at the standby that takes over, without a restart, and loses and doubles no acknowledged write', async () => {
    const writers = Array.from({ length: WRITERS }, writeOn);
    await eventually(() => Promise.resolve(acknowledged.length >= 20 ? true : null));
    await crash(primary);
    await eventually(async () => ((await admin.get('/readyz')).status === 503 ? true : null));
    const before = acknowledged.length;
    await standby.promote();
    await eventually(() => Promise.resolve(acknowledged.length >= before + 20 ? true : null), BACK_MS_MAX);
    isWriting = false;
    await Promise.all(writers);
    const rows = await standby.query<{ details: string }>(
      `select details from assessments where details like 'write %'`,
    );
    const stored = rows.map(({ details }) => details);
    expect(acknowledged.filter((details) => !stored.includes(details))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
    expect((await admin.get('/readyz')).status).toBe(200);
  });

  it('scans and reports it live afterwards', async () => {
    const scanId = await triggerScan(admin);
    const socket = await Socket.connect(baseUrl, admin.token);
    socket.subscribe('subscription ($id: ID!) { scanProgress(scanId: $id) { status } }', { id: scanId });
    await socket.message(({ payload }) => JSON.stringify(payload ?? null).includes('"completed"'));
    await socket.close();
    expect((await finished(admin, scanId)).status).toBe('completed');
  });
});
