import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/modules/audit/chain.read.js';
import { EventRetention } from '../../src/modules/audit/event-retention.js';
import { publicPem } from '../../src/modules/audit/signed-head.rules.js';
import { DAY, HOUR, MINUTE } from '../../src/platform/clock.js';
import { Owner } from '../../src/platform/database/owner.js';
import { createLog } from '../../src/platform/log.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { runCli } from '../operations/cli.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { signerOf } from './signing.js';

const KIND = 'login.failed';

let service: TestService;
let owner: Owner;
let signer: ReturnType<typeof signerOf>;

beforeAll(async () => {
  service = await startService({ settings: { role: 'web' } });
  owner = await Owner.connect(service.database.url, createLog('silent'));
  signer = signerOf(service);
});
afterAll(async () => {
  await owner.close();
  await service.stop();
});

const query = <Row extends object = object>(text: string, values: unknown[] = []) =>
  service.database.query<Row>(text, values);

/** Writes events like the service, in one transaction. */
async function record(tenantId: string, count: number, at = new Date()): Promise<void> {
  const event = { at: at.toISOString(), kind: KIND, outcome: 'failure', count: 1, actorType: 'anonymous' };
  const events = Array.from({ length: count }, (_, n) => ({
    ...event,
    id: crypto.randomUUID(),
    details: { n, é: '€' },
  }));
  await query('select record_security_events($1, $2)', [tenantId, JSON.stringify(events)]);
}

const digestsOf = async (tenantId: string) =>
  (
    await query<{ after: Record<string, unknown> }>(
      `select after from audit_log where tenant_id = $1 and action = 'security_events.digested' order by sequence`,
      [tenantId],
    )
  ).map(({ after }) => after);

const eventsOf = async (tenantId: string) => (await verifyChain(owner, tenantId)).events;

/** Removes the events that a new organization has, so that numbers begin with 1. */
async function newTenant(name: string): Promise<TestTenant> {
  const tenant = await service.addTenant(name, 'ENTERPRISE');
  await query('delete from security_events where tenant_id = $1', [tenant.tenantId]);
  return tenant;
}

describe('heads and digests', () => {
  it('are written when an hour has passed since the last head, or since an event that is in no digest', async () => {
    const { tenantId, admin } = service.a;
    expect(await signer.run(0)).toBe(0);
    expect(await signer.run(HOUR - MINUTE)).toBe(0);
    expect(await signer.run(HOUR + MINUTE)).toBe(2);
    expect(await digestsOf(tenantId)).toEqual([expect.objectContaining({ first: 1 })]);
    expect(await signer.run(3 * HOUR)).toBe(0);
    // A change that is no security event.
    await admin.put('/api/org/profile', { settings: { retention_days: 400 } });
    expect(await signer.run(2 * HOUR)).toBe(0);
    expect(await signer.run(2 * HOUR + 2 * MINUTE)).toBe(1);
    expect(await digestsOf(tenantId)).toHaveLength(1);
  });
});

describe('digests of security events', () => {
  let tenantId: string;
  let tenants = 0;
  const asOwner = (statement: string) => query(statement, [tenantId]);

  /** Two digests, of ten and of five events, and three events after them. */
  beforeEach(async () => {
    ({ tenantId } = await newTenant(`Digested${(tenants += 1)}`));
    await record(tenantId, 10);
    await signer.digest(tenantId);
    await record(tenantId, 5);
    await signer.digest(tenantId);
    await record(tenantId, 3);
  });

  it('follow each other in the trail, and are those of the events', async () => {
    expect(await digestsOf(tenantId)).toEqual([
      expect.objectContaining({ first: 1, last: 10, count: 10, root: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      expect.objectContaining({ first: 11, last: 15, count: 5 }),
    ]);
    expect(await eventsOf(tenantId)).toEqual({
      digests: 2,
      compared: 15,
      unchecked: null,
      uncovered: 3,
      broken: null,
    });
    await signer.digest(tenantId);
    expect(await signer.digest(tenantId)).toBe(0);
    expect(await eventsOf(tenantId)).toMatchObject({ digests: 3, compared: 18, uncovered: 0, broken: null });
  });

  const changed = 'one was changed';
  const missing = 'some are missing';
  it.each<[string, string, [number, number], string]>([
    [
      'the address',
      `update security_events set address = '192.0.2.1' where tenant_id = $1 and sequence = 4`,
      [1, 10],
      changed,
    ],
    [
      'the kind',
      `update security_events set kind = 'login.succeeded' where tenant_id = $1 and sequence = 4`,
      [1, 10],
      changed,
    ],
    [
      'the outcome',
      `update security_events set outcome = 'success' where tenant_id = $1 and sequence = 12`,
      [11, 15],
      changed,
    ],
    [
      'the details',
      `update security_events set details = '{}' where tenant_id = $1 and sequence = 15`,
      [11, 15],
      changed,
    ],
    ['the account', `update security_events set user_id = id where tenant_id = $1 and sequence = 10`, [1, 10], changed],
    ['the number', `update security_events set count = 2 where tenant_id = $1 and sequence = 10`, [1, 10], changed],
    [
      'the time, by a microsecond',
      `update security_events set at = at + interval '1 microsecond' where tenant_id = $1 and sequence = 1`,
      [1, 10],
      changed,
    ],
  ])(
    'show that an owner of the database has rewritten an event: %s',
    async (_what, tampering, [first, last], fault) => {
      await asOwner(tampering);
      expect((await eventsOf(tenantId))?.broken).toEqual({ first, last, fault });
    },
  );

  it.each<[string, string, [number, number]]>([
    ['from the middle', 'delete from security_events where tenant_id = $1 and sequence = 4', [1, 10]],
    ['from the front', 'delete from security_events where tenant_id = $1 and sequence = 1', [1, 10]],
    ['of a whole digest', 'delete from security_events where tenant_id = $1 and sequence <= 10', [1, 10]],
    ['from the end of a digest', 'delete from security_events where tenant_id = $1 and sequence = 15', [11, 15]],
    ['all', 'delete from security_events where tenant_id = $1', [1, 10]],
    ['after the last digest', 'delete from security_events where tenant_id = $1 and sequence = 16', [16, 16]],
  ])('show that an owner of the database has deleted events: %s', async (_what, tampering, [first, last]) => {
    await asOwner(tampering);
    expect((await eventsOf(tenantId))?.broken).toEqual({ first, last, fault: missing });
  });

  it('show that an owner of the database has inserted an event, and moved the others', async () => {
    await asOwner('update security_events set sequence = -sequence where tenant_id = $1 and sequence > 4');
    await asOwner('update security_events set sequence = 1 - sequence where tenant_id = $1 and sequence < 0');
    await asOwner(
      `insert into security_events (tenant_id, sequence, at, kind, outcome, actor_type)
       values ($1, 5, now(), 'login.succeeded', 'success', 'anonymous')`,
    );
    expect((await eventsOf(tenantId))?.broken).toEqual({ first: 1, last: 10, fault: changed });
  });

  it('show an event that was inserted before all others', async () => {
    await asOwner(
      `insert into security_events (tenant_id, sequence, at, kind, outcome, actor_type)
       values ($1, 0, now(), 'login.succeeded', 'success', 'anonymous')`,
    );
    expect((await eventsOf(tenantId))?.broken).toEqual({
      first: 0,
      last: 0,
      fault: 'they are in no digest, and older than one',
    });
  });

  it('show that an event was deleted before it was in a digest', async () => {
    await asOwner('delete from security_events where tenant_id = $1 and sequence = 16');
    await signer.digest(tenantId);
    expect((await eventsOf(tenantId))?.broken).toEqual({
      first: 17,
      last: 18,
      fault: 'some were missing when their digest was made',
    });
  });

  it('are verified by the operator, online and from files, and a rewrite is named', async () => {
    await signer.sign(tenantId);
    const directory = service.config.dataDir;
    const settings = { DATABASE_URL: service.database.url, DATA_DIR: directory };
    const files = { export: 'trail', events: 'events', heads: 'heads' };
    const save = async (word: keyof typeof files) => {
      const { stdout, code } = await runCli(settings, 'audit', word, '--tenant', tenantId);
      expect(code).toBe(0);
      writeFileSync(join(directory, files[word]), stdout);
    };
    for (const word of ['export', 'events', 'heads'] as const) await save(word);
    writeFileSync(join(directory, 'key'), publicPem(signer.publicKey));
    const words = [...Object.entries(files), ['public-key', 'key']].flatMap(([name = '', file = '']) => [
      `--${name}`,
      join(directory, file),
    ]);
    const offline = () => runCli({ DATA_DIR: join(directory, 'elsewhere') }, 'audit', 'verify', ...words);
    const online = () =>
      runCli(settings, 'audit', 'verify', '--tenant', tenantId, '--public-key', join(directory, 'key'));
    const line = `${tenantId}  15 security events  2 digests  intact  3 events in no digest yet\n`;
    for (const result of [await online(), await offline()]) {
      expect(result).toMatchObject({ code: 0, stderr: '' });
      expect(result.stdout).toContain(line);
    }
    await asOwner(`update security_events set address = '192.0.2.1' where tenant_id = $1 and sequence = 4`);
    await save('events');
    const stderr = `the security events 1 to 10 of ${tenantId} are not those of the trail: one was changed\n`;
    for (const result of [await online(), await offline()]) expect(result).toMatchObject({ code: 1, stderr });
  });
});

describe('retention of security events', () => {
  const days = 30;
  const old = (age: number) => new Date(Date.now() - age * DAY);
  const retain = () =>
    new EventRetention({
      database: service.app.database,
      clock: new ShiftedClock(),
      log: createLog('silent'),
      days,
    }).run(new AbortController().signal);
  let tenantId: string;
  let tenants = 0;

  /** Digests of the events of three days, the middle one over the end of the retention, and one event in none. */
  beforeEach(async () => {
    ({ tenantId } = await newTenant(`Retained${(tenants += 1)}`));
    await record(tenantId, 4, old(35));
    await record(tenantId, 2, new Date(old(days).getTime() - HOUR));
    await record(tenantId, 2, new Date(old(days).getTime() + HOUR));
    await record(tenantId, 3, old(1));
    await signer.digest(tenantId);
    await record(tenantId, 1);
  });
  const numbers = async () =>
    (
      await query<{ sequence: string }>('select sequence from security_events where tenant_id = $1 order by 1', [
        tenantId,
      ])
    ).map(({ sequence }) => Number(sequence));

  it('deletes whole digests, says so in the trail, and the hours are named as not checked', async () => {
    expect((await digestsOf(tenantId)).map(({ first, last }) => [first, last])).toEqual([
      [1, 4],
      [5, 8],
      [9, 11],
    ]);
    await retain();
    expect(await numbers()).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    const entries = await query(
      `select actor_type, after from audit_log where tenant_id = $1 and action = 'security_events.expired'`,
      [tenantId],
    );
    expect(entries).toEqual([
      { actor_type: 'system', after: { through: 4, count: 4, days, before: expect.any(String) as string } },
    ]);
    expect(await eventsOf(tenantId)).toMatchObject({
      digests: 3,
      compared: 7,
      unchecked: { digests: 1, first: 1, last: 4 },
      uncovered: 1,
      broken: null,
    });
    await retain();
    expect(await numbers()).toHaveLength(8);
    const settings = { DATABASE_URL: service.database.url, DATA_DIR: service.config.dataDir };
    const { stdout } = await runCli(settings, 'audit', 'verify', '--tenant', tenantId);
    expect(stdout).toMatch(/1 digests not checked: retention has deleted events of 1 to 4, \d{4}-\S+Z to \d{4}-\S+Z\n/);
  });

  it('leaves the newest of all events, and finds a gap in what is left of its digest', async () => {
    await query('delete from security_events where tenant_id = $1 and sequence > 4', [tenantId]);
    await query(`delete from audit_log where tenant_id = $1 and (after ->> 'first')::int > 4`, [tenantId]);
    await retain();
    expect(await numbers()).toEqual([4]);
    expect(await eventsOf(tenantId)).toMatchObject({ unchecked: { first: 1, last: 4 }, broken: null });
    await query('delete from security_events where tenant_id = $1', [tenantId]);
    expect((await eventsOf(tenantId))?.broken).toEqual({ first: 4, last: 4, fault: 'some are missing' });
  });

  it('excuses no other deletion, and no event that comes back', async () => {
    await retain();
    await query('delete from security_events where tenant_id = $1 and sequence < 9', [tenantId]);
    expect((await eventsOf(tenantId))?.broken).toEqual({ first: 5, last: 8, fault: 'some are missing' });
    await query(
      `insert into security_events (tenant_id, sequence, at, kind, outcome, actor_type)
       values ($1, 2, now(), 'login.succeeded', 'success', 'anonymous')`,
      [tenantId],
    );
    const fault = 'retention has deleted them, by the trail, and they are here';
    expect((await eventsOf(tenantId))?.broken).toEqual({ first: 2, last: 2, fault });
  });

  it.each([
    ['of events that are younger than it says', 11, 40],
    ['by a retention that nobody can set', 11, 0],
    ['of events that no digest has', 12, 40],
  ])('is not believed where the trail speaks %s', async (_what, through, age) => {
    const after = { through, count: through, days: age, before: old(age).toISOString() };
    await query(
      `select record_audit($1, now(), '{"type": "system"}', 'security_events.expired', 'security_events', null, null, $2)`,
      [tenantId, JSON.stringify(after)],
    );
    await query('delete from security_events where tenant_id = $1 and sequence <= $2', [tenantId, through]);
    const fault = 'the trail says that retention has deleted them, and their time was not over';
    expect((await eventsOf(tenantId))?.broken).toEqual({ first: 1, last: through, fault });
  });
});
