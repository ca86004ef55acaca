import { describe, expect, it } from 'vitest';
import { dayWritten, patternOf, writtenDay } from '../../src/dashboard/app/parts/day.rules.js';

describe('a day as people write it', () => {
  it.each([
    ['de', '01.03.2026', 'TT.MM.JJJJ'],
    ['en-GB', '01/03/2026', 'TT/MM/JJJJ'],
    ['en-US', '03/01/2026', 'MM/TT/JJJJ'],
  ])('has in %s the order and the signs of the language', (language, written, pattern) => {
    expect(writtenDay('2026-03-01', language)).toBe(written);
    expect(dayWritten(written, language)).toBe('2026-03-01');
    expect(patternOf({ day: 'TT', month: 'MM', year: 'JJJJ' }, language)).toBe(pattern);
  });

  it('is read without leading zeros, with other signs, and as ISO 8601', () => {
    for (const text of ['1.3.2026', '1-3-2026', ' 01/03/2026 ', '2026-03-01']) {
      expect(dayWritten(text, 'de')).toBe('2026-03-01');
    }
  });

  it('is none where a part is missing, the year is short, or the month has no such day', () => {
    for (const text of ['1.3.', '1.3.26', '31.02.2026', '13/13/2026', 'tomorrow', '2026-00-01']) {
      expect(dayWritten(text, 'de')).toBeNull();
    }
  });

  it('may be nothing', () => {
    expect(dayWritten(' ', 'de')).toBe('');
    expect(writtenDay('', 'de')).toBe('');
  });
});
