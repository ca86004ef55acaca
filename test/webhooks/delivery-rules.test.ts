import { describe, expect, it } from 'vitest';
import { consequencesOf, type EndedAttempt, type WebhookHealth } from '../../src/modules/webhooks/delivery.rules.js';

const AT = new Date('2026-01-31T08:15:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const HEALTHY: WebhookHealth = { status: 'active', format: 'json', consecutiveFailures: 0, failingSince: null };

function consequences(change: Partial<EndedAttempt> & { statusCode?: number | null; retryAfterMs?: number } = {}) {
  const { statusCode = 500, retryAfterMs: asked = null, ...rest } = change;
  const outcome = { statusCode, retryAfterMs: asked };
  return consequencesOf({ attempts: 0, outcome, health: HEALTHY, at: AT, random: 0.5, ...rest });
}

function waitOf(change: Parameters<typeof consequences>[0]): number {
  const { delivery } = consequences(change);
  if (delivery.status !== 'pending') throw new Error(`it is ${delivery.status}`);
  return delivery.nextAttemptAt.getTime() - AT.getTime();
}

describe('the consequences of an attempt', () => {
  it.each([200, 201, 202, 204, 299])('treat %d as success and reset the failure counts', (statusCode) => {
    const health = { ...HEALTHY, consecutiveFailures: 4, failingSince: new Date(0) };
    expect(consequences({ statusCode, health, attempts: 9 })).toEqual({
      delivery: { status: 'delivered' },
      consecutiveFailures: 0,
      failingSince: null,
      disable: null,
    });
  });

  it.each([null, 100, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 408, 429, 500, 503])(
    'treat %s as a failure that is retried',
    (statusCode) => {
      expect(consequences({ statusCode })).toMatchObject({ delivery: { status: 'pending' }, failingSince: AT });
    },
  );

  it.each(['slack', 'teams'] as const)(
    'fail what %s refuses at once, and disable where its channel is gone',
    (format) => {
      const health = { ...HEALTHY, format };
      const failed = { status: 'failed', failure: null };
      expect(consequences({ statusCode: 400, health })).toMatchObject({
        delivery: failed,
        consecutiveFailures: 1,
        disable: null,
      });
      expect(consequences({ statusCode: 404, health })).toMatchObject({ delivery: failed, disable: 'gone' });
      expect(consequences({ statusCode: 410, health })).toMatchObject({ delivery: failed, disable: 'gone' });
      for (const statusCode of [null, 403, 429, 500]) {
        expect(consequences({ statusCode, health })).toMatchObject({ delivery: { status: 'pending' } });
      }
    },
  );

  it.each([
    [1, 5 * SECOND],
    [2, 5 * MINUTE],
    [3, 30 * MINUTE],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, 20 * HOUR],
    [9, 24 * HOUR],
  ])('schedule the attempt after attempt %d in %d ms, ± 20 %%', (made, gap) => {
    const attempts = made - 1;
    expect(waitOf({ attempts, random: 0 })).toBe(gap * 0.8);
    expect(waitOf({ attempts, random: 0.5 })).toBe(gap);
    expect(waitOf({ attempts, random: 0.999_999 })).toBeLessThanOrEqual(gap * 1.2);
    expect(waitOf({ attempts, random: 0.999_999 })).toBeGreaterThan(gap * 1.19);
  });

  it('fail the delivery after the tenth attempt, and count it as exhausted', () => {
    expect(consequences({ attempts: 9 })).toEqual({
      delivery: { status: 'failed', failure: null },
      consecutiveFailures: 1,
      failingSince: AT,
      disable: null,
    });
  });

  it('wait as long as the receiver asks where that is longer, 24 h at most', () => {
    expect(waitOf({ retryAfterMs: 2 * MINUTE })).toBe(2 * MINUTE);
    expect(waitOf({ retryAfterMs: SECOND })).toBe(5 * SECOND);
    expect(waitOf({ retryAfterMs: 90 * HOUR })).toBe(24 * HOUR);
  });

  it('fail the delivery and disable the webhook at once for 410', () => {
    expect(consequences({ statusCode: 410 })).toMatchObject({
      delivery: { status: 'failed', failure: null },
      consecutiveFailures: 0,
      disable: 'gone',
    });
  });

  it('disable the webhook at the fifth consecutive exhausted delivery, not at the fourth', () => {
    const after = (consecutiveFailures: number) =>
      consequences({ attempts: 9, health: { ...HEALTHY, consecutiveFailures } });
    expect(after(3)).toMatchObject({ consecutiveFailures: 4, disable: null });
    expect(after(4)).toMatchObject({ consecutiveFailures: 5, disable: 'exhausted_deliveries' });
  });

  it('disable the webhook after 120 h of failures, not a moment earlier, and fail the delivery', () => {
    const since = (ms: number) => consequences({ health: { ...HEALTHY, failingSince: new Date(AT.getTime() - ms) } });
    expect(since(120 * HOUR - 1)).toMatchObject({ delivery: { status: 'pending' }, disable: null });
    expect(since(120 * HOUR)).toMatchObject({
      delivery: { status: 'failed', failure: 'webhook_disabled' },
      disable: 'failing_too_long',
    });
  });

  it('fail a delivery whose webhook was disabled meanwhile, without disabling it again', () => {
    const health: WebhookHealth = { ...HEALTHY, status: 'disabled' };
    expect(consequences({ health })).toMatchObject({
      delivery: { status: 'failed', failure: 'webhook_disabled' },
      disable: null,
    });
    expect(consequences({ health, statusCode: 410 })).toMatchObject({ disable: null });
    expect(consequences({ health, statusCode: 200 })).toMatchObject({ delivery: { status: 'delivered' } });
  });
});
