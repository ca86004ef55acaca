import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReplicaWatch } from '../../../src/platform/database/replica-watch.js';
import { createLog } from '../../../src/platform/log.js';

const TENANT = '00000000-0000-4000-8000-000000000001';
const LAG_MS_MAX = 5_000;

describe('a watched replica', () => {
  let primary: string;
  let replica: string | null;
  let isAway: boolean;
  let watch: ReplicaWatch;

  beforeEach(() => {
    vi.useFakeTimers();
    [primary, replica, isAway] = ['0/100', '0/100', false];
    watch = new ReplicaWatch({
      askPrimary: () => Promise.resolve(primary),
      askReplica: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(replica)),
      lagMsMax: LAG_MS_MAX,
      log: createLog('silent'),
    });
    watch.start();
  });
  afterEach(async () => {
    await watch.stop();
    vi.useRealTimers();
  });

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('is read from once it has replayed what the primary had when it was looked at', async () => {
    await pass(0);
    expect([watch.absenceFor(TENANT), watch.floor]).toEqual([null, '0/100']);
  });

  it('is not read from by who has written until a look that began afterwards is reached', async () => {
    await pass(0);
    primary = '0/200';
    watch.wrote(TENANT);
    expect([watch.absenceFor(TENANT), watch.absenceFor('another')]).toEqual(['own_write', null]);
    await pass(1_000);
    // Looked at, and not replayed yet.
    expect(watch.absenceFor(TENANT)).toBe('own_write');
    replica = '0/200';
    await pass(1_000);
    expect([watch.absenceFor(TENANT), watch.floor]).toEqual([null, '0/200']);
  });

  it('is not read from by anybody where changes may have been missed', async () => {
    await pass(0);
    watch.wrote(null);
    expect(watch.absenceFor(TENANT)).toBe('own_write');
    await pass(1_000);
    expect(watch.absenceFor(TENANT)).toBe(null);
  });

  it('is left out while it is too far behind, and not where nothing happens at the primary', async () => {
    await pass(60_000);
    expect(watch.absenceFor(TENANT)).toBe(null);
    primary = '1/0';
    await pass(LAG_MS_MAX + 1_000);
    expect(watch.absenceFor(TENANT)).toBe('behind');
    expect(watch.state.used).toBe(0);
    replica = '1/0';
    await pass(1_000);
    expect(watch.absenceFor(TENANT)).toBe(null);
  });

  it('is left out while it is away, and where it is no standby', async () => {
    await pass(0);
    watch.lost(new Error('broken'));
    expect([watch.absenceFor(TENANT), watch.floor]).toEqual(['away', 'FFFFFFFF/FFFFFFFF']);
    isAway = true;
    await pass(1_000);
    expect(watch.absenceFor(TENANT)).toBe('away');
    isAway = false;
    await pass(1_000);
    expect(watch.absenceFor(TENANT)).toBe(null);
    replica = null;
    await pass(1_000);
    expect(watch.absenceFor(TENANT)).toBe('away');
  });
});
