import { describe, expect, it } from 'vitest';
import { isTransient, retryDelayMs } from '../../../src/connectors/rest/retry.rules.js';

const NOW = new Date('2026-03-04T05:06:07.000Z');
const NOW_SECONDS = NOW.getTime() / 1000;

describe('the wait before the next attempt', () => {
  const delay = (headers: Record<string, string>, attempt = 1, spread = 1) =>
    retryDelayMs(attempt, (name) => headers[name] ?? null, { now: NOW, spread });

  it('doubles from one second where the server asks for none', () => {
    expect([1, 2, 3, 4].map((attempt) => delay({}, attempt))).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect([1, 2, 3, 4].map((attempt) => delay({}, attempt, 0.5))).toEqual([500, 1_000, 2_000, 4_000]);
    expect(delay({ 'retry-after': 'soon', 'x-rate-limit-reset': 'soon' })).toBe(1_000);
  });

  it('is as long as the server asks, in seconds or until a date', () => {
    expect(delay({ 'retry-after': '30' }, 4, 0.5)).toBe(30_000);
    expect(delay({ 'retry-after': 'Wed, 04 Mar 2026 05:06:47 GMT' })).toBe(40_000);
    expect(delay({ 'x-rate-limit-reset': String(NOW_SECONDS + 50) })).toBe(51_000);
    expect(delay({ 'retry-after': '2', 'x-rate-limit-reset': String(NOW_SECONDS + 50) })).toBe(2_000);
  });

  it('is one second at least and five minutes at most, whatever the server asks', () => {
    expect(delay({ 'retry-after': '0' })).toBe(1_000);
    expect(delay({ 'x-rate-limit-reset': String(NOW_SECONDS - 900) })).toBe(1_000);
    expect(delay({ 'retry-after': '86400' })).toBe(300_000);
  });
});

describe('a transient status', () => {
  it('is one of throttling, failure or unavailability', () => {
    const statuses = [200, 400, 401, 403, 404, 408, 429, 500, 501, 502, 503, 504];
    expect(statuses.filter(isTransient)).toEqual([408, 429, 500, 502, 503, 504]);
  });
});
