import { describe, expect, it } from 'vitest';
import { areHeaders } from '../../src/config/otlp-headers.rules.js';

describe('headers for a collector', () => {
  it.each([
    'api-key=abc',
    'Authorization=Basic dXNlcjpwYXNz==',
    'Authorization=Bearer%20abc',
    'api-key=abc, x-scope = one%2Ctwo',
  ])('are %j', (text) => {
    expect(areHeaders(text)).toBe(true);
  });

  it.each(['api-key', 'api-key: abc', '=abc', 'api-key=', 'api-key=abc,', 'api key=abc', 'a=b;c', 'a=%zz', 'a=b%0Ac'])(
    'are not %j',
    (text) => {
      expect(areHeaders(text)).toBe(false);
    },
  );
});
