import { createHmac } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordedEvent, securityActorBy } from '../../src/modules/security-events/security-event.js';
import { recordEvents } from '../../src/modules/security-events/security-event.sql.js';
import { SYSTEM } from '../../src/access/actor.js';
import { EventPush } from '../../src/modules/security-push/push.jobs.js';
import { senders } from '../../src/modules/security-push/senders.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import { createLog } from '../../src/platform/log.js';
import { GuardedNetwork } from '../../src/platform/safe-fetch/guarded-network.js';
import { SafeFetch } from '../../src/platform/safe-fetch/safe-fetch.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { AUTHORITY } from '../connectors/authority.js';
import { runPools } from '../support/pools.js';
import { startService, type TestService } from '../support/service.js';
import { HttpReceiver, SyslogReceiver } from './receivers.js';

const SECRET = 'signs-the-batches-of-tests';
const PATH = '/api/security-events/destinations';
const MINUTE_MS = 60_000;

interface Destination {
  id: string;
  state: string;
  has_secret: boolean;
  cursor: number;
  failures: number;
  last_error: string | null;
  last_success_at: string | null;
  next_attempt_at: string | null;
}

interface Line {
  metadata: { uid: string; tenant_uid: string; event_code: string };
}

describe('the push of security events', () => {
  let service: TestService;
  let receiver: HttpReceiver;
  let syslog: SyslogReceiver;
  let network: GuardedNetwork;
  let push: EventPush;
  let other: EventPush;
  const clock = new ShiftedClock();

  beforeAll(async () => {
    // No worker: the test says when something is sent.
    service = await startService({ settings: { role: 'web', allowsPrivateWebhooks: true } });
    receiver = await HttpReceiver.start();
    syslog = await SyslogReceiver.start();
    network = new GuardedNetwork({ allowsPrivate: true });
    [push, other] = [pushWith({}), pushWith({})];
  });
  afterAll(async () => {
    await network.close();
    await receiver.stop();
    await syslog.stop();
    await service.stop();
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.status = 200;
    for (const { id } of await list()) await service.a.admin.send('DELETE', `${PATH}/${id}`);
  });

  const pushWith = (more: { timeoutMs?: number }) => {
    const fetch = new SafeFetch({ allowsPrivate: true });
    return new EventPush({
      database: service.app.database,
      vault: new Vault(service.config.secretKey),
      clock,
      log: createLog('silent'),
      senders: senders({ fetch, network, clock, host: () => 'crosswalk.example', ...more }),
      random: () => 0.5,
    });
  };
  const list = () => service.a.admin.rest<Destination[]>(PATH);
  const only = async () => (await list())[0];
  const create = async (body: object) => {
    const answer = await service.a.admin.post(PATH, body);
    expect(answer.status, answer.text).toBe(201);
    return (answer.body as { data: Destination }).data;
  };
  const change = (id: string, body: object) => service.a.admin.put(`${PATH}/${id}`, body);
  const run = (shiftMs = 0) => clock.at(shiftMs, () => runPools(push.pool, other.pool));
  /** Records events of an organization. @returns their ids */
  const record = async (count: number, tenantId = service.a.tenantId) => {
    const event = { kind: 'login.succeeded', userId: null, details: { place: 'Zürich' } } as const;
    const events = Array.from({ length: count }, () =>
      recordedEvent(event, securityActorBy(SYSTEM), { at: new Date() }),
    );
    const { database } = service.app;
    await database.within({ kind: 'tenant', tenantId }, () => recordEvents.run(database.fork(), { tenantId, events }));
    return events.map(({ id }) => id);
  };
  const idsOf = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as Line).metadata.uid);

  it('posts the events from the creation on, in their order, signed, and of the organization alone', async () => {
    await record(2);
    await create({ kind: 'https', address: `${receiver.url}/in?token=1`, secret: SECRET });
    const ids = await record(3);
    await record(1, service.b.tenantId);
    await run();
    expect(receiver.received).toHaveLength(1);
    const [request] = receiver.received;
    const { headers, body = Buffer.alloc(0) } = request ?? {};
    expect(request).toMatchObject({ method: 'POST', path: '/in?token=1' });
    // The creation itself is no security event.
    expect(idsOf(body.toString())).toEqual(ids);
    const line = JSON.parse(body.toString().split('\n')[0] ?? '') as Line;
    expect(line.metadata).toMatchObject({ tenant_uid: service.a.tenantId, event_code: 'login.succeeded' });
    expect(headers?.['x-service-signature']).toBe(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`);
    const signed = `${String(headers?.['webhook-id'])}.${String(headers?.['webhook-timestamp'])}.${body.toString()}`;
    expect(headers?.['webhook-signature']).toBe(`v1,${createHmac('sha256', SECRET).update(signed).digest('base64')}`);
    expect(await only()).toMatchObject({
      state: 'active',
      failures: 0,
      last_error: null,
      last_success_at: expect.any(String) as string,
    });
    await run();
    expect(receiver.received).toHaveLength(1);
  });

  it('loses nothing to a receiver that fails: says so, waits, and goes on where it was', async () => {
    await create({ kind: 'https', address: receiver.url, secret: SECRET });
    const ids = await record(2);
    receiver.status = 500;
    await run();
    await run();
    expect(receiver.received).toHaveLength(1);
    const failing = await only();
    expect(failing).toMatchObject({ state: 'failing', failures: 1, last_error: 'answered 500' });
    const waitMs = new Date(failing?.next_attempt_at ?? 0).getTime() - Date.now();
    expect(waitMs).toBeGreaterThan(20_000);
    expect(waitMs).toBeLessThan(40_000);
    await run(MINUTE_MS);
    expect(await only()).toMatchObject({ failures: 2 });
    receiver.status = 200;
    const more = await record(1);
    await run(5 * MINUTE_MS);
    expect(idsOf(receiver.received.at(-1)?.body.toString() ?? '')).toEqual([...ids, ...more]);
    expect(await only()).toMatchObject({ state: 'active', failures: 0 });
  });

  it('sends a long backlog in batches, each event once', async () => {
    await create({ kind: 'https', address: receiver.url, secret: SECRET });
    const ids = await record(450);
    await run();
    expect(receiver.received.map(({ body }) => idsOf(body.toString()).length)).toEqual([200, 200, 50]);
    expect(receiver.received.flatMap(({ body }) => idsOf(body.toString()))).toEqual(ids);
  });

  it('leaves a batch to the process that has claimed it, until its lease has expired', async () => {
    const { id } = await create({ kind: 'https', address: receiver.url, secret: SECRET });
    const ids = await record(1);
    const lease = (seconds: number) =>
      service.database.query(
        `update security_event_destinations set lease_expires_at = now() + make_interval(secs => $2) where id = $1`,
        [id, seconds],
      );
    await lease(60);
    await run();
    expect(receiver.received).toEqual([]);
    await lease(-1);
    await run();
    expect(receiver.received.flatMap(({ body }) => idsOf(body.toString()))).toEqual(ids);
  });

  it('moves no cursor for a process that has lost its lease while it sent', async () => {
    const { id, cursor } = await create({ kind: 'https', address: receiver.url, secret: SECRET });
    const ids = await record(1);
    receiver.onRequest = () =>
      service.database.query(`update security_event_destinations set lease_number = lease_number + 1 where id = $1`, [
        id,
      ]);
    await run();
    receiver.onRequest = null;
    expect(await only()).toMatchObject({ cursor, last_success_at: null });
    await service.database.query(`update security_event_destinations set lease_expires_at = now() where id = $1`, [id]);
    await run();
    expect(receiver.received.map(({ body }) => idsOf(body.toString()))).toEqual([ids, ids]);
  });

  it('leaves a batch that it is sending when the service stops to be sent at once, and counts no failure', async () => {
    const { cursor } = await create({ kind: 'https', address: receiver.url, secret: SECRET });
    const ids = await record(1);
    const stopping = pushWith({});
    const taken = new Promise<void>((resolve) => {
      receiver.onRequest = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    await stopping.pool.wake();
    await taken;
    await stopping.pool.stop();
    receiver.onRequest = null;
    expect(await only()).toMatchObject({ cursor, failures: 0, next_attempt_at: null });
    await run();
    expect(receiver.received.map(({ body }) => idsOf(body.toString()))).toEqual([ids, ids]);
  });

  it('writes syslog of RFC 5424 over TLS, to a receiver of a trusted authority', async () => {
    const { id } = await create({ kind: 'syslog', address: syslog.address });
    const ids = await record(2);
    await run();
    expect(await only()).toMatchObject({
      state: 'failing',
      last_error: expect.stringContaining('no secure connection') as string,
    });
    expect((await change(id, { ca: AUTHORITY })).status).toBe(200);
    await run();
    const messages = syslog.messages();
    expect(messages).toHaveLength(2);
    for (const [index, message] of messages.entries()) {
      expect(message).toMatch(/^<86>1 \d{4}-\d\d-\d\dT[\d:.]+Z crosswalk\.example crosswalk - login\.succeeded - \{/);
      expect((JSON.parse(message.slice(message.indexOf('{'))) as Line).metadata.uid).toBe(ids[index]);
      expect(message).toContain('Z\\u00fcrich');
    }
    expect(await only()).toMatchObject({ state: 'active', failures: 0 });
  });

  it('waits no longer for a receiver of syslog that sends a byte now and then and never closes', async () => {
    await create({ kind: 'syslog', address: syslog.address, ca: AUTHORITY });
    await record(1);
    syslog.isTrickling = true;
    await clock.at(0, () => runPools(pushWith({ timeoutMs: 200 }).pool));
    syslog.isTrickling = false;
    expect(await only()).toMatchObject({
      state: 'failing',
      last_error: expect.stringContaining('did not take the events in time') as string,
    });
  });

  it('puts gzipped lines into the bucket of the organization, under the same key again when it is repeated', async () => {
    const bucket = { kind: 's3', region: 'eu-central-1', access_key_id: 'AKIATEST' };
    await create({ ...bucket, address: `${receiver.url}/their-bucket/logs`, secret: 'secret-key-of-the-bucket' });
    const ids = await record(2);
    receiver.status = 403;
    await run();
    expect(await only()).toMatchObject({
      state: 'failing',
      last_error: expect.stringContaining('the bucket does not accept it') as string,
    });
    receiver.status = 200;
    await run(MINUTE_MS);
    const puts = receiver.received.filter(({ method }) => method === 'PUT');
    const [first, last] = [puts.at(0), puts.at(-1)];
    expect(last?.path).toMatch(/^\/their-bucket\/logs\/\d{4}\/\d\d\/\d\d\/\d{12}-\d{12}\.ndjson\.gz\?/);
    expect(first?.path).toBe(last?.path);
    expect(idsOf(gunzipSync(last?.body ?? Buffer.alloc(0)).toString())).toEqual(ids);
    expect(last?.headers.authorization).toContain('Credential=AKIATEST/');
    expect(await only()).toMatchObject({ state: 'active' });
  });

  it('seals the secret, and empties it with a new address', async () => {
    const { id } = await create({ kind: 'https', address: receiver.url, secret: SECRET });
    const stored = () =>
      service.database.query<{ credentials: string | null }>(
        'select credentials from security_event_destinations where id = $1',
        [id],
      );
    expect((await stored())[0]?.credentials).toMatch(/^v1\./);
    expect((await service.a.admin.get(PATH)).text).not.toContain(SECRET);
    await record(1);
    await change(id, { address: `${receiver.url}/elsewhere` });
    expect(await only()).toMatchObject({ state: 'needs_secret', has_secret: false });
    expect(await stored()).toEqual([{ credentials: null }]);
    await run();
    expect(receiver.received).toHaveLength(0);
    await change(id, { secret: `${SECRET}-2` });
    await change(id, { is_paused: true });
    await run();
    expect(receiver.received).toHaveLength(0);
    await change(id, { is_paused: false });
    await run();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/elsewhere']);
    const audited = await service.database.query<{ text: string }>(
      `select coalesce(before::text, '') || coalesce(after::text, '') as text from audit_log where resource_type = 'security_event_destination'`,
    );
    expect(audited.length).toBeGreaterThan(0);
    expect(audited.filter(({ text }) => text.includes(SECRET) || text.includes('elsewhere'))).toEqual([]);
  });

  const WRONG: [fault: string, body: object, pointer: string][] = [
    ['no secret', { kind: 'https', address: 'https://x.example/' }, '/secret'],
    ['a secret that is too short', { kind: 'https', address: 'https://x.example/', secret: 'short' }, '/secret'],
    ['a secret of a kind without', { kind: 'syslog', address: 'x.example:6514', secret: SECRET }, '/secret'],
    ['an address without a port', { kind: 'syslog', address: 'x.example' }, '/address'],
    [
      'a bucket that is none',
      { kind: 's3', address: 'https://s3.example/', secret: SECRET, region: 'x1', access_key_id: 'AKIA' },
      '/address',
    ],
    [
      'a bucket without a region',
      { kind: 's3', address: 'https://s3.example/b12', secret: SECRET, access_key_id: 'AKIA' },
      '/region',
    ],
    [
      'a setting of another kind',
      { kind: 'https', address: 'https://x.example/', secret: SECRET, region: 'x1' },
      '/region',
    ],
    ['the metadata service', { kind: 'https', address: 'http://169.254.169.254/', secret: SECRET }, '/address'],
  ];

  it.each(WRONG)('refuses %s', async (_, body, pointer) => {
    const answer = await service.a.admin.post(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { details: [{ field: pointer }] } });
  });

  it('has at most ten destinations', async () => {
    for (let count = 0; count < 10; count += 1) await create({ kind: 'syslog', address: 'receiver.invalid:6514' });
    expect((await service.a.admin.post(PATH, { kind: 'syslog', address: 'receiver.invalid:6514' })).status).toBe(409);
  });
});
