import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SCAN_TOPIC } from '../../src/modules/scans/scan-queue.js';
import { notification } from '../../src/platform/pubsub/notifications.js';
import { EventStream } from '../http/event-stream.js';
import { Socket } from '../http/socket.js';
import { eventually } from '../support/eventually.js';
import { connect, runScan } from '../support/scans.js';
import type { Client } from '../support/client.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { widestOf } from '../catalogue/shipped.js';
import { assess } from '../ucf/assessments.js';

/** As many as one socket has. */
const SUBSCRIBERS = 20;
const BYTES_PER_UNIT = 65_536;
const ALIASES = 29;

/** A field under many of the longest names. */
const named = (field: string, count = ALIASES) =>
  Array.from({ length: count }, (_, at) => `${`a${at}_`.padEnd(128, 'x')}: ${field}`).join(' ');

const WIDE = widestOf('soc2', 'iso27001').id;

describe('an event of equal subscriptions', () => {
  let service: TestService;
  let scanId: string;
  let isCompliant = false;
  let limit = 100_000;

  beforeAll(async () => {
    service = await startService();
    const { admin } = service.a;
    await connect(admin, 'demo');
    scanId = (await runScan(admin)).id;
    await service.database.query("update scans set status = 'running' where id = $1", [scanId]);
  });
  afterAll(() => service.stop());
  // Each test has a window of its own, by another limit.
  beforeEach(async () => {
    limit += 1;
    await service.database.query('update tenants set rate_limit_per_minute = $1', [limit]);
  });

  const remaining = async ({ admin }: TestTenant) =>
    Number((await admin.get('/api/org/profile')).headers.get('x-ratelimit-remaining'));
  const changeScan = async () => {
    await service.database.query('update scans set progress_sequence = progress_sequence + 1 where id = $1', [scanId]);
    const message = { topic: SCAN_TOPIC, tenantId: service.a.tenantId, id: scanId };
    await service.database.query('select pg_notify($1, $2)', notification(message));
  };
  const judge = async () => {
    isCompliant = !isCompliant;
    await assess(service.b.admin, WIDE, isCompliant ? 'compliant' : 'non_compliant', { details: 'For the test.' });
  };

  const scans = { change: changeScan, tenantOf: () => service.a, units: 0 };
  const statuses = { change: judge, tenantOf: () => service.b, units: 1 };

  it.each([
    ['scansChanged', () => `{ id ${named('id')} }`, scans],
    ['scanProgress', () => `(scanId: "${scanId}") { sequence ${named('scanId')} }`, scans],
    ['scoreChanged', () => `{ sequence scores { scope ${named('scope')} } }`, statuses],
    ['controlStatusChanged', () => `{ sequence changes { ${named('status', 1)} } }`, statuses],
  ])(
    'of %s takes units by the bytes of all of them, and is serialized once',
    async (field, rest, { change, tenantOf, units }) => {
      const text = `subscription { ${field} ${rest()} }`;
      const tenant = tenantOf();
      const audience = await Audience.gather(service.baseUrl, tenant.admin, text);
      const [before, bytesBefore] = [await remaining(tenant), audience.bytes];
      const stringify = vi.spyOn(JSON, 'stringify');
      let events = 0;
      while (audience.bytes - bytesBefore < 4 * BYTES_PER_UNIT) {
        events += 1;
        await change();
        await audience.hasReceived(1 + events);
      }
      const serialized = stringify.mock.calls.filter(([value]) => hasData(value, field));
      stringify.mockRestore();
      expect(serialized).toHaveLength(events);
      expect(audience.differentResults()).toBe(1);
      const charged = before - (await remaining(tenant)) - 1 - events * units;
      const least = Math.floor((audience.bytes - bytesBefore) / BYTES_PER_UNIT);
      // A remainder of what was sent before is up to one more, another one that of executions, of which 25 are a unit.
      expect(charged).toBeGreaterThanOrEqual(least);
      expect(charged).toBeLessThanOrEqual(least + 2);
      await audience.close();
    },
  );

  it('waits while its owner’s quota is used up', async () => {
    const text = 'subscription { scoreChanged { sequence } }';
    limit = 40;
    await service.database.query('update tenants set rate_limit_per_minute = $1 where id = $2', [
      limit,
      service.b.tenantId,
    ]);
    const { admin } = service.b;
    const audience = await Audience.gather(service.baseUrl, admin, text);
    await judge();
    await audience.hasReceived(2);
    const held = audience.bytes;
    while ((await admin.get('/api/org/profile')).status === 200);
    // A unit is taken to be left for a tenth of a second after the last look.
    await setTimeout(150);
    await service.database.query('update tenants set rate_limit_per_minute = null where id = $1', [service.b.tenantId]);
    await judge();
    const other = await Audience.gather(service.baseUrl, admin, text);
    await judge();
    await other.hasReceived(2);
    expect(audience.bytes).toBe(held);
    await Promise.all([audience.close(), other.close()]);
  });

  it('is refused as the first one, like an answer, where others use the quota up before its turn', async () => {
    const tenant = await service.addTenant('Openers', 'ENTERPRISE');
    await service.database.query('update tenants set rate_limit_per_minute = 200 where id = $1', [tenant.tenantId]);
    const { admin } = tenant;
    // Of operations as heavy as these one is executed at a time: all of them wait for the one that is locked out.
    const text = `subscription { controlStatusChanged { isSnapshot changes { ${named('status')} } } }`;
    const waited = `{ evidenceList(first: 100) { nodes { controls { ${named('title', 20)} } } } }`;
    await service.database.query('begin; lock table evidence in access exclusive mode');
    const streams: EventStream[] = [];
    try {
      void admin.graphql(waited);
      await waitsForLock(service);
      while ((await remaining(tenant)) > 0) streams.push(await EventStream.open(admin, text));
    } finally {
      await service.database.query('commit');
    }
    // One comes first, and its answer uses up what the others would need.
    const firsts = await Promise.all(streams.map((stream) => stream.first()));
    const refused = streams.filter((_stream, at) => firsts[at]?.errors?.[0]?.extensions.code === 'RATE_LIMITED');
    expect(firsts.filter((first) => hasData(first, 'controlStatusChanged'))).toHaveLength(1);
    expect(refused).toHaveLength(streams.length - 1);
    await Promise.all(refused.map(({ ended }) => ended));
    // The last one may have found the quota used up before it was opened: then it is no stream.
    const opened = refused.filter(({ status }) => status === 200);
    const unopened = refused.filter((stream) => !opened.includes(stream));
    expect(unopened.map(({ status }) => status)).toEqual(unopened.slice(0, 1).map(() => 429));
    expect(opened.every(({ events }) => events.length === 1)).toBe(true);
    await Promise.all(streams.map((stream) => stream.close()));
  });
});

/** Equal subscriptions on one socket, and one as an event stream. */
class Audience {
  private constructor(
    private readonly socket: Socket,
    private readonly stream: EventStream,
  ) {}

  static async gather(baseUrl: string, client: Client, text: string): Promise<Audience> {
    const audience = new Audience(await Socket.connect(baseUrl, client.token), await EventStream.open(client, text));
    for (let no = 0; no < SUBSCRIBERS; no += 1) audience.socket.subscribe(text);
    await audience.hasReceived(1);
    return audience;
  }

  /** Bytes of everything that was received. */
  get bytes(): number {
    const messages = this.socket.messages.map((message) => Buffer.byteLength(JSON.stringify(message)));
    return messages.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(this.stream.text));
  }

  private get results(): unknown[] {
    return this.socket.messages.filter(({ type }) => type === 'next').map(({ payload }) => payload);
  }

  /** Resolves when each of them has so many results. */
  async hasReceived(each: number): Promise<void> {
    await eventually(async () => {
      const isComplete = this.results.length >= each * SUBSCRIBERS && this.stream.events.length >= each;
      return isComplete || null;
    });
  }

  /** Number of different ones among the last results. */
  differentResults(): number {
    const last = [...this.results.slice(-SUBSCRIBERS), this.stream.events.at(-1)];
    return new Set(last.map((result) => JSON.stringify(result))).size;
  }

  async close(): Promise<void> {
    await Promise.all([this.socket.close(), this.stream.close()]);
  }
}

/** Resolves when a statement waits for a table that is locked. */
async function waitsForLock({ database }: TestService): Promise<void> {
  await eventually(async () => (await database.query('select 1 from pg_locks where not granted')).length > 0 || null);
}

function hasData(value: unknown, field: string): boolean {
  return Object.hasOwn((value as { data?: object } | null)?.data ?? {}, field);
}
