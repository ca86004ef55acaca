import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../src/platform/api/connection.js';

const REFUSED = expect.objectContaining({ code: 'VALIDATION_FAILED' });

describe('a cursor', () => {
  it.each(['0001-01-01', '2026-02-28', '9999-12-31'])('is read with the day %s, and with a moment of it', (day) => {
    expect(decodeCursor(encodeCursor(day), ['day'])).toEqual([day]);
    const moment = `${day}T00:00:00.000000Z`;
    expect(decodeCursor(encodeCursor(moment), ['moment'])).toEqual([moment]);
  });

  it.each(['0000-01-01', '0000-12-31', '2026-02-29', '2026-13-01', '-001-01-01', '10000-01-01'])(
    'is refused with %s, which no day of the database is, and with a moment of it',
    (day) => {
      expect(() => decodeCursor(encodeCursor(day), ['day'])).toThrow(REFUSED);
      expect(() => decodeCursor(encodeCursor(`${day}T00:00:00.000000Z`), ['moment'])).toThrow(REFUSED);
    },
  );
});
