import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlCountOf, CONTROL_COUNT, widestOf } from '../catalogue/shipped.js';
import { TRANSPORTS, type Live, type LiveEvent } from '../scans/live.js';
import type { Client } from '../support/client.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

interface Statuses {
  controlStatusChanged: {
    sequence: number;
    isSnapshot: boolean;
    changes: { control: { id: string; framework: { slug: string } }; previousStatus: string | null; status: string }[];
  };
}

interface Scores {
  scoreChanged: {
    sequence: number;
    isSnapshot: boolean;
    scores: { scope: string; framework: string | null; previousScore: number | null; score: number | null }[];
  };
}

const STATUSES = `subscription ($framework: String) { controlStatusChanged(framework: $framework) {
  sequence isSnapshot changes { control { id framework { slug } } previousStatus status } } }`;
const SCORES = `subscription ($framework: String) { scoreChanged(framework: $framework) {
  sequence isSnapshot scores { scope framework previousScore score } } }`;

function listen(transport: string, client: Client): Live {
  const open = TRANSPORTS[transport];
  if (!open) throw new Error(`there is no transport ${transport}`);
  return open(client);
}

let service: TestService;
const wide = widestOf('soc2', 'iso27001');
const WIDE = wide.id;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe.each(Object.keys(TRANSPORTS))('statuses and scores over %s', (transport) => {
  let tenant: TestTenant;
  let live: Live;

  beforeAll(async () => {
    tenant = await service.addTenant(`Live-${transport}`, 'ENTERPRISE');
    live = listen(transport, tenant.member);
  });
  afterAll(() => live.close());

  it('controlStatusChanged sends a snapshot of every control, then each change once', async () => {
    const events = live.subscribe<Statuses>(STATUSES);
    const next = async () => ((await events.next()).value as { data: Statuses }).data.controlStatusChanged;
    const snapshot = await next();
    expect(snapshot).toMatchObject({ isSnapshot: true });
    expect(snapshot.changes).toHaveLength(CONTROL_COUNT);
    const { propagated_controls: reached } = await assess(tenant.admin, WIDE, 'compliant');
    const change = await next();
    expect(change.isSnapshot).toBe(false);
    expect(change.sequence).toBeGreaterThan(snapshot.sequence);
    expect(change.changes.map(({ control }) => control.id).sort()).toEqual(reached.map(({ id }) => id).sort());
    for (const each of change.changes) expect(each).toMatchObject({ previousStatus: 'not_assessed', status: 'passed' });
    await events.return?.();
  });

  it('controlStatusChanged with a framework sends changes of that framework only', async () => {
    const events = live.subscribe<Statuses>(STATUSES, { framework: 'iso27001' });
    const next = async () => ((await events.next()).value as { data: Statuses }).data.controlStatusChanged;
    expect((await next()).changes).toHaveLength(controlCountOf('iso27001'));
    await assess(tenant.admin, WIDE, 'non_compliant');
    const { changes } = await next();
    expect(new Set(changes.map(({ control }) => control.framework.slug))).toEqual(new Set(['iso27001']));
    await events.return?.();
  });

  it('scoreChanged sends a snapshot of every score, then only scores that changed', async () => {
    await assess(tenant.admin, WIDE, 'non_compliant');
    const events = live.subscribe<Scores>(SCORES);
    const next = async () => ((await events.next()).value as { data: Scores }).data.scoreChanged;
    const snapshot = await next();
    expect(snapshot.isSnapshot).toBe(true);
    expect(snapshot.scores.map(({ framework }) => framework)).toEqual([
      null,
      'SOC 2',
      'CMMC',
      'ISO 27001',
      'HIPAA',
      'HITRUST',
      'NIST CSF',
      'PCI DSS',
    ]);
    expect(snapshot.scores.every(({ previousScore }) => previousScore === null)).toBe(true);
    // Of a framework of which nothing is decided there is no score.
    const decided = new Set([null, ...wide.mappings.map(({ control }) => control.framework.name)]);
    expect(snapshot.scores.map(({ score }) => score)).toEqual(
      snapshot.scores.map(({ framework }) => (decided.has(framework) ? 0 : null)),
    );
    const { propagated_controls: reached } = await assess(tenant.admin, WIDE, 'compliant');
    const moved = await next();
    expect(moved.sequence).toBeGreaterThan(snapshot.sequence);
    expect(moved.scores[0]).toEqual({
      scope: 'overall',
      framework: null,
      previousScore: 0,
      score: Math.round((1_000 * reached.length) / CONTROL_COUNT) / 10,
    });
    await events.return?.();
  });

  it('sends no change to a subscriber of another organization', async () => {
    const other = listen(transport, service.b.member);
    const events = other.subscribe<Statuses>(STATUSES, { framework: 'soc2' });
    const next = async () => ((await events.next()).value as { data: Statuses }).data.controlStatusChanged;
    const { sequence } = await next();
    await assess(tenant.admin, WIDE, 'non_compliant');
    await assess(service.b.admin, WIDE, transport === 'SSE' ? 'non_compliant' : 'compliant');
    // What comes next is one's own: the version is the organization's, and grew by one.
    expect((await next()).sequence).toBe(sequence + 1);
    await events.return?.();
    await other.close();
  });

  it('rejects an inactive and an unknown framework', async () => {
    const narrow = await service.addTenant(`Small-${transport}`, 'STARTER', ['soc2']);
    const other = listen(transport, narrow.member);
    const refusal = async (document: string, framework: string) => {
      const { value } = (await other.subscribe(document, { framework }).next()) as { value: LiveEvent<unknown> };
      return value.errors?.[0]?.extensions?.code;
    };
    expect(await refusal(STATUSES, 'HIPAA')).toBe('FRAMEWORK_NOT_ACTIVE');
    expect(await refusal(SCORES, 'FedRAMP')).toBe('NOT_FOUND');
    await other.close();
  });
});
