import { describe, expect, it } from 'vitest';
import { batchKey, PUSH_BACKOFF, syslogFrame } from '../../src/modules/security-push/push.rules.js';
import { backoffMs } from '../../src/platform/queue/backoff.rules.js';

describe('the rules of the push', () => {
  it('wait twice as long after each failure, up to an hour, with jitter', () => {
    expect([1, 2, 3, 8, 100].map((failures) => backoffMs(PUSH_BACKOFF, failures, 0.5))).toEqual([
      30_000, 60_000, 120_000, 3_600_000, 3_600_000,
    ]);
    expect([backoffMs(PUSH_BACKOFF, 1, 0), backoffMs(PUSH_BACKOFF, 1, 1)]).toEqual([24_000, 36_000]);
  });

  it('frame a message by its length, with the severity of its kind', () => {
    const event = { kind: 'login.locked', at: new Date('2026-01-31T08:15:00Z') } as const;
    expect(syslogFrame(event, { host: 'h', line: '{"a":"é"}' })).toBe(
      '74 <84>1 2026-01-31T08:15:00.000Z h crosswalk - login.locked - {"a":"\\u00e9"}',
    );
  });

  it('name a batch by its day and its numbers', () => {
    expect(batchKey('logs/', { first: 1, last: 20, at: new Date('2026-01-31T23:59:59Z') })).toBe(
      'logs/2026/01/31/000000000001-000000000020.ndjson.gz',
    );
  });
});
