import { describe, expect, it } from 'vitest';
import { TooManyBytes } from '../../src/platform/limited-bytes.js';
import { limitedJson, TooMuchToParse } from '../../src/platform/limited-json.js';

const LIMITS = { bytes: 1_000_000, values: 1_000 };

/** The text in pieces of `size` bytes, and how many were taken. */
function pieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  const taken = { count: 0 };
  async function* each() {
    for (let at = 0; at < bytes.length; at += size) {
      taken.count += 1;
      await Promise.resolve();
      yield bytes.subarray(at, at + size);
    }
  }
  return { source: each(), taken };
}

const read = (text: string, size = 7) => limitedJson(pieces(text, size).source, LIMITS);

describe('a limited JSON answer', () => {
  it.each([
    ['a value', 'true'],
    ['nothing', ''],
    ['texts with what separates values', JSON.stringify({ a: '[,{'.repeat(5_000) })],
    ['texts with quotation marks and backslashes', JSON.stringify({ a: '",\\'.repeat(5_000) })],
    ['a long text of digits', JSON.stringify({ a: '7'.repeat(5_000) })],
    ['as many values as are read', JSON.stringify(Array.from({ length: 999 }, () => 1))],
    ['a number of 400 digits', '7'.repeat(400)],
    ['100 levels', '['.repeat(100) + ']'.repeat(100)],
    ['text that is no JSON', '<html>not found</html>'],
  ])('is read whole: %s', async (_kind, text) => {
    for (const size of [1, 7, 10_000]) expect((await read(text, size)).toString()).toBe(text);
  });

  it.each([
    ['more values', JSON.stringify(Array.from({ length: 1_001 }, () => 1))],
    ['more objects, of two values each', '[' + '{},'.repeat(500) + '{}]'],
    ['more members', JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`m${n}`, n])))],
    ['a longer number', '[' + '7'.repeat(401) + ']'],
    ['more levels', '['.repeat(101)],
    ['more values than a text before them lets one think', '["\\\\",' + '1,'.repeat(1_000) + '1]'],
  ])('is refused: %s', async (_kind, text) => {
    for (const size of [1, 7, 10_000]) await expect(read(text, size)).rejects.toBeInstanceOf(TooMuchToParse);
  });

  it('is refused where a text of it has more than 1 MiB, escapes counted, however many shorter ones it has', async () => {
    const wide = { bytes: 8 * 2 ** 20, values: 1_000 };
    const reading = (text: string) => limitedJson(pieces(text, 65_536).source, wide);
    const longest = 'x'.repeat(2 ** 20 - 1);
    const shorter = JSON.stringify(Array.from({ length: 5 }, () => longest));
    expect((await reading(shorter)).toString()).toBe(shorter);
    await expect(reading(JSON.stringify([longest + 'xx']))).rejects.toBeInstanceOf(TooMuchToParse);
    await expect(reading(`["${'\\"'.repeat(2 ** 19)}x"]`)).rejects.toBeInstanceOf(TooMuchToParse);
  });

  it('is refused by its bytes', async () => {
    await expect(read(JSON.stringify('x'.repeat(1_000_000)), 10_000)).rejects.toBeInstanceOf(TooManyBytes);
  });

  it('is not read beyond the piece in which it has too much', async () => {
    const { source, taken } = pieces('[' + '{},'.repeat(100_000), 1_000);
    await expect(limitedJson(source, LIMITS)).rejects.toBeInstanceOf(TooMuchToParse);
    // Two values in three bytes.
    expect(taken.count).toBe(2);
  });
});
