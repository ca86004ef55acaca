import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../src/access/actor.js';
import { recordedEvent, securityActorBy } from '../../src/modules/security-events/security-event.js';
import { recordEvents } from '../../src/modules/security-events/security-event.sql.js';
import { AUTHORITY } from '../connectors/authority.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { HttpReceiver, SyslogReceiver } from './receivers.js';

const SECRET = 'signs-the-batches-of-tests';
const PATH = '/api/security-events/destinations';
/** A look every 10 seconds, with room for a busy machine; a receiver has 20 seconds, three of the attempts that the SDK makes 60. */
const SOON_MS = 40_000;

/** An HTTP server that takes every request and answers none. */
class SilentReceiver {
  readonly open = new Set<ServerResponse>();
  taken = 0;
  private readonly server: Server = createServer((req, res) => {
    this.open.add(res);
    res.once('close', () => this.open.delete(res));
    void buffer(req).then(
      () => (this.taken += 1),
      () => undefined,
    );
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

describe('a destination of security events that does not answer', () => {
  let service: TestService;
  let silent: SilentReceiver;
  let quick: HttpReceiver;
  let syslog: SyslogReceiver;

  beforeAll(async () => {
    service = await startService({ settings: { allowsPrivateWebhooks: true } });
    silent = await new SilentReceiver().start();
    quick = await HttpReceiver.start();
    syslog = await SyslogReceiver.start();
    syslog.isTrickling = true;
  });
  afterAll(async () => {
    await silent.stop();
    await quick.stop();
    await syslog.stop();
    await service.stop();
  });
  afterEach(async () => {
    await service.database.query('delete from security_event_destinations');
    quick.received.length = 0;
  });

  const bucket = (url: string) => ({
    ...{ kind: 's3', address: `${url}/their-bucket`, region: 'eu-central-1' },
    ...{ access_key_id: 'AKIATEST', secret: 'secret-key-of-the-bucket' },
  });
  const create = async ({ admin }: TestTenant, body: object) => {
    const { status, text } = await admin.post(PATH, body);
    expect(status, text).toBe(201);
  };
  const record = async ({ tenantId }: TestTenant) => {
    const event = { kind: 'login.succeeded', userId: null, details: {} } as const;
    const events = [recordedEvent(event, securityActorBy(SYSTEM), { at: new Date() })];
    const { database } = service.app;
    await database.within({ kind: 'tenant', tenantId }, () => recordEvents.run(database.fork(), { tenantId, events }));
  };
  const arrived = (count: number) =>
    eventually(() => Promise.resolve(quick.received.length >= count ? true : null), SOON_MS);

  it('holds up no other organization, whatever it is: a bucket, a receiver of HTTPS or of syslog', async () => {
    for (let count = 0; count < 4; count += 1) await create(service.a, bucket(silent.url));
    for (let count = 0; count < 3; count += 1)
      await create(service.a, { kind: 'https', address: silent.url, secret: SECRET });
    for (let count = 0; count < 3; count += 1)
      await create(service.a, { kind: 'syslog', address: syslog.address, ca: AUTHORITY });
    await create(service.b, { kind: 'https', address: quick.url, secret: SECRET });
    await record(service.a);
    await eventually(() => Promise.resolve(silent.taken > 2 ? true : null), SOON_MS);
    // Several in turn: each run of the job finds the others still at work.
    for (let count = 1; count <= 2; count += 1) {
      await record(service.b);
      await arrived(count);
    }
  });

  it('has its deadline, after which the request is closed and the failure is shown', async () => {
    silent.taken = 0;
    await create(service.a, bucket(silent.url));
    await record(service.a);
    await eventually(() => Promise.resolve(silent.taken > 0 ? true : null), SOON_MS);
    const failed = await eventually(async () => {
      const [found] = await service.a.admin.rest<{ failures: number; last_error: string | null }[]>(PATH);
      return found && found.failures > 0 ? found : null;
    }, SOON_MS);
    expect(failed).toMatchObject({ failures: 1, last_error: 'did not take the events in time' });
    await eventually(() => Promise.resolve(silent.open.size === 0 ? true : null), SOON_MS);
  });
});
