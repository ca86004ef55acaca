import { describe, expect, it } from 'vitest';
import { blindSpotsOf, failuresOf, kindOf, unownedOf } from '../../src/dashboard/app/pages/posture/today.rules.js';

/** Controls that a failure fails. */
const FAILS: Readonly<Record<string, number>> = { c: 1, e: 6 };

type Failures = Parameters<typeof failuresOf>[0];
type Integrations = Parameters<typeof blindSpotsOf>[0];
type Queue = Parameters<typeof unownedOf>[0];

describe('what needs attention', () => {
  it('lists the new failures that fail a control before worse ones that do not, each once, three of all, without the critical ones', () => {
    const page = (...ids: string[]) =>
      ({
        totalCount: ids.length,
        nodes: ids.map((id) => ({ id, failingControls: Array.from({ length: FAILS[id] ?? 0 }) })),
      }) as Failures['findings'];
    // Of two that fail a control, the one that fails more.
    const ids = (found: Failures) => failuresOf(found).map(({ id }) => id);
    const critical = page();
    expect(ids({ decisive: page('c', 'e'), findings: page('a', 'b', 'c', 'd', 'e'), critical })).toEqual([
      'e',
      'c',
      'a',
    ]);
    expect(ids({ decisive: page('c'), findings: page('c'), critical })).toEqual(['c']);
    expect(ids({ decisive: page('1', '2', '3', '4'), findings: page('a', '1'), critical })).toEqual(['1', '2', '3']);
    expect(ids({ decisive: page('c', 'e'), findings: page('a', 'c'), critical: page('e', 'a') })).toEqual(['c']);
  });

  it('says that they are new, or reopened, where all of them are listed and are of one kind', () => {
    const found = (totalCount: number, ...reopened: boolean[]) =>
      ({ totalCount, nodes: reopened.map((isReopened) => ({ isReopened })) }) as Failures['findings'];
    expect(kindOf(found(2, true, true))).toBe('reopened');
    expect(kindOf(found(2, false, false))).toBe('new');
    expect(kindOf(found(2, true, false))).toBe('any');
    expect(kindOf(found(3, true, true))).toBe('any');
    expect(kindOf(found(0))).toBe('any');
  });

  it('names integrations that do not work, those with checks on hold and those that nothing scans by itself', () => {
    const integration = (id: string, more: Partial<Integrations[number]> = {}): Integrations[number] => ({
      id,
      name: id,
      type: 'aws',
      status: 'connected',
      schedule: { cron: '0 3 * * *', timezone: 'UTC', nextScanAt: '2026-11-30T10:00:00.000Z' },
      withheldChecks: [],
      ...more,
    });
    const spots = blindSpotsOf(
      [
        integration('sound'),
        integration('broken', { status: 'error', schedule: null }),
        // A check that two reasons hold counts once.
        integration('held', {
          withheldChecks: [
            { reason: 'r', checkIds: ['a', 'b'] },
            { reason: 's', checkIds: ['b'] },
          ],
        }),
        integration('by hand', { schedule: null }),
        integration('reports', { type: 'prowler', schedule: null }),
        integration('gone', {
          status: 'disconnected',
          schedule: null,
          withheldChecks: [{ reason: 'r', checkIds: ['a'] }],
        }),
      ],
      [
        { type: 'aws', acceptsReports: false },
        { type: 'prowler', acceptsReports: true },
      ],
    );
    expect(spots.broken.map(({ id }) => id)).toEqual(['broken']);
    expect(spots.onHold).toEqual([{ id: 'held', name: 'held', count: 2 }]);
    expect(spots.unscheduled.map(({ id }) => id)).toEqual(['by hand']);
  });

  it('counts the critical and high fixes without an owner', () => {
    const fix = (severity: string, work: object[] = []) => ({ severity, work }) as Queue[number];
    const owned = [{ owner: { id: 'ann' } }];
    const queue = [fix('critical'), fix('high', [{ owner: null }]), fix('high', owned), fix('medium')];
    expect(unownedOf(queue)).toEqual({ count: 2, isCut: false });
    expect(unownedOf(Array.from({ length: 100 }, () => fix('high')))).toEqual({ count: 100, isCut: true });
  });
});
