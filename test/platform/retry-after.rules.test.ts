import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../src/platform/retry-after.rules.js';

const AT = new Date('2026-01-31T08:15:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('Retry-After', () => {
  it.each([
    ['120', 120 * SECOND],
    [' 0 ', 0],
    ['Sat, 31 Jan 2026 08:16:00 GMT', MINUTE],
    ['Saturday, 31-Jan-26 08:16:00 GMT', MINUTE],
    ['Sat Jan 31 08:16:00 2026', MINUTE],
    ['Sat, 31 Jan 2026 08:14:00 GMT', 0],
  ])('is read from %j as %d ms', (header, ms) => expect(retryAfterMs(header, AT)).toBe(ms));

  it.each([undefined, '', '-1', '1.5', 'soon', 'Tomorrow, 12', '2026-01-31T08:16:00Z', '9'.repeat(400)])(
    'is ignored where it is %j',
    (header) => expect(retryAfterMs(header, AT)).toBeNull(),
  );
});
