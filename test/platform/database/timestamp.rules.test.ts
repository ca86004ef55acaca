import { expect, it } from 'vitest';
import { timestampOf } from '../../../src/platform/database/timestamp.rules.js';

it.each([
  [0, '1970-01-01T00:00:00.000000Z'],
  [1, '1970-01-01T00:00:00.000001Z'],
  [1_767_225_600_123_045, '2026-01-01T00:00:00.123045Z'],
  // The last that a cursor has.
  [Number.MAX_SAFE_INTEGER, '2255-06-05T23:47:34.740991Z'],
])('writes %d microseconds since the epoch as a timestamp', (microseconds, expected) => {
  expect(timestampOf(microseconds)).toBe(expected);
});
