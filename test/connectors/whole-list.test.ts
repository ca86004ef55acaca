import { describe, expect, it } from 'vitest';
import { wholeOf } from '../../src/connectors/whole-list.js';

const MIB = 1024 * 1024;

async function* repeated<T>(item: T, times: number) {
  for (let time = 0; time < times; time += 1) yield Promise.resolve(item);
}

describe('a list in memory', () => {
  const tooLong = () => new Error('too long');

  it('may have 64 MiB as JSON', async () => {
    // Two quotes belong to each text.
    const text = 'x'.repeat(MIB - 2);
    expect(await wholeOf(repeated(text, 64), tooLong)).toHaveLength(64);
    await expect(wholeOf(repeated(text, 65), tooLong)).rejects.toThrow('too long');
  });

  it('is refused where it is endless', async () => {
    await expect(wholeOf(repeated({ name: 'x'.repeat(MIB) }, Infinity), tooLong)).rejects.toThrow('too long');
  });

  it('is empty where there are no items', async () => {
    expect(await wholeOf(repeated(1, 0), tooLong)).toEqual([]);
  });
});
