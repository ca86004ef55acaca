import { describe, expect, it } from 'vitest';
import { deviceOf, storedUserAgent } from '../../src/modules/auth/device.rules.js';

describe('the device of a User-Agent', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Microsoft Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.32.3', 'python-requests'],
    ['node', 'node'],
    ['(nothing that is a product)', null],
    [null, null],
  ])('of %j is %j', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });

  it('is stored without control characters, at most 400 of it, and as null where it is empty', () => {
    expect(storedUserAgent('curl/8\t\n(x)')).toBe('curl/8 (x)');
    expect(storedUserAgent('x'.repeat(5_000))).toHaveLength(400);
    expect([storedUserAgent(''), storedUserAgent('  '), storedUserAgent(null)]).toEqual([null, null, null]);
  });
});
