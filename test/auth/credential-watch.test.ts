import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/context.js';
import type { ConnectionEnd } from '../../src/graphql/connection-end.js';
import { watchCredential } from '../../src/graphql/credential-watch.js';
import type { Clock } from '../../src/platform/clock.js';
import { AppError } from '../../src/platform/errors.js';

const DAY_MS = 24 * 3_600_000;

/** A clock that advances by each sleep at once. */
class LeapingClock implements Clock {
  readonly slept: number[] = [];
  private at = Date.parse('2026-01-01T00:00:00Z');

  now(): Date {
    return new Date(this.at);
  }

  async sleep(ms: number): Promise<void> {
    this.slept.push(ms);
    this.at += ms;
    // Lets others have their turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('the watch over an open connection', () => {
  const viewerUntil = (expiresAt: number) =>
    ({ role: 'member', frameworks: ['soc2'], expiresAt }) as Partial<Viewer> as Viewer;
  const start = (clock: Clock, viewer: Viewer, recheck: () => Promise<Viewer | null>) => {
    let stop: () => void = () => undefined;
    const over = new Promise<ConnectionEnd>((resolve) => (stop = watchCredential({ viewer, recheck, clock }, resolve)));
    return { over, stop };
  };

  it('ends with a token that lives a month at its last second, and sleeps at most 4 seconds at a time', async () => {
    const clock = new LeapingClock();
    // A timer of more than 24.8 days would overflow. So many naps would take long: time leaps once.
    const endsAt = clock.now().getTime() + 30 * DAY_MS;
    const viewer = viewerUntil(endsAt);
    let checks = 0;
    const leap = async () => {
      checks += 1;
      if (checks === 3) await clock.sleep(30 * DAY_MS - 30_000);
      return viewer;
    };
    expect(await start(clock, viewer, leap).over).toBe('expired');
    expect(clock.now().getTime()).toBe(endsAt);
    expect(clock.slept.filter((ms) => ms > 4_000)).toEqual([30 * DAY_MS - 30_000]);
    expect(checks).toBeGreaterThan(3);
  });

  it.each([
    ['a deleted user', 'withdrawn', null],
    ['a user with another role', 'changed', { role: 'auditor', frameworks: ['soc2'] } as Partial<Viewer> as Viewer],
    [
      'a user with another scope',
      'changed',
      { role: 'member', frameworks: ['soc2'], hasHipaaPrivacy: false } as Partial<Viewer> as Viewer,
    ],
    [
      'a user with other frameworks',
      'changed',
      { role: 'member', frameworks: ['soc2', 'cmmc'] } as Partial<Viewer> as Viewer,
    ],
  ])('ends when the credential is one of %s: %s', async (_who, why, still) => {
    const clock = new LeapingClock();
    const viewer = viewerUntil(clock.now().getTime() + DAY_MS);
    expect(await start(clock, viewer, async () => still).over).toBe(why);
    expect(clock.slept).toEqual([4_000]);
  });

  it('ends when the organization is suspended', async () => {
    const clock = new LeapingClock();
    const viewer = viewerUntil(clock.now().getTime() + DAY_MS);
    const suspended = () => Promise.reject(new AppError('ORGANIZATION_SUSPENDED', 'suspended'));
    expect(await start(clock, viewer, suspended).over).toBe('suspended');
  });

  it('continues while the database is unavailable', async () => {
    const clock = new LeapingClock();
    const viewer = viewerUntil(clock.now().getTime() + DAY_MS);
    let checks = 0;
    const recheck = async () => {
      checks += 1;
      if (checks < 5) throw new Error('away');
      return null;
    };
    await start(clock, viewer, recheck).over;
    expect(checks).toBe(5);
  });

  it('does not report the end of a connection that has closed', async () => {
    const clock = new LeapingClock();
    const viewer = viewerUntil(clock.now().getTime() + 12_000);
    let isOver = false;
    const { over, stop } = start(clock, viewer, async () => viewer);
    void over.then(() => (isOver = true));
    stop();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([isOver, clock.slept]).toEqual([false, [4_000]]);
  });
});
