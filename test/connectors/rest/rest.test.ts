import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { GapLog } from '../../../src/connectors/rest/gap-log.js';
import { RestError } from '../../../src/connectors/rest/rest-error.js';
import { TokenCache } from '../../../src/connectors/rest/token-cache.js';
import { MINUTE } from '../../../src/platform/clock.js';

describe('a token cache', () => {
  const clock = { time: 0, now: () => new Date(clock.time), sleep: async () => undefined };

  it('requests one token for concurrent callers, and another shortly before it expires', async () => {
    clock.time = 0;
    let asked = 0;
    const cache = new TokenCache(async () => ({ token: `t${String((asked += 1))}`, expiresInSeconds: 3_600 }), clock);
    expect(await Promise.all([cache.authorization(), cache.authorization(), cache.authorization()])).toEqual([
      'Bearer t1',
      'Bearer t1',
      'Bearer t1',
    ]);
    clock.time = 54 * MINUTE;
    expect(await cache.authorization()).toBe('Bearer t1');
    clock.time = 55 * MINUTE;
    expect(await Promise.all([cache.authorization(), cache.authorization()])).toEqual(['Bearer t2', 'Bearer t2']);
  });

  it('requests another token after a refusal, once, and after a failed request', async () => {
    clock.time = 0;
    const answers = [new Error('refused'), 'a', 'b'];
    const cache = new TokenCache(async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return { token: answer ?? 'none', expiresInSeconds: 3_600 };
    }, clock);
    await expect(cache.authorization()).rejects.toThrow('refused');
    expect(await cache.authorization()).toBe('Bearer a');
    await cache.forget('Bearer a');
    expect(await cache.authorization()).toBe('Bearer b');
    // A slower caller still has the old one.
    await cache.forget('Bearer a');
    expect(await cache.authorization()).toBe('Bearer b');
  });
});

describe('what could not be read', () => {
  it('is reported once', () => {
    const gaps = new GapLog();
    const gap = { resourceTypes: ['A'], region: null, account: 'x', reason: 'no' };
    gaps.note(gap);
    gaps.note({ ...gap });
    expect([...gaps.drain()]).toEqual([{ kind: 'gap', gap }]);
    gaps.note(gap);
    gaps.note({ ...gap, region: 'here' });
    expect([...gaps.drain()]).toEqual([{ kind: 'gap', gap: { ...gap, region: 'here' } }]);
  });

  it('is logged without the body of a refusal', () => {
    const error = new RestError(403, { url: 'https://api.test/a?token=secret', body: { secret: 'x' } });
    expect(error.body).toEqual({ secret: 'x' });
    expect(error.path).toBe('/a');
    expect(inspect(error)).not.toContain('secret');
  });
});
