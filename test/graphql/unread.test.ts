import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { excessOf } from '../../src/graphql/answer-size.js';
import { watchUnread } from '../../src/graphql/unread.js';

const MIB = 1024 * 1024;

describe('what waits for a client', () => {
  /** Ends of a connection at whose looks so many bytes wait. */
  async function endsOf(waiting: readonly number[]): Promise<number> {
    let look = 0;
    let ends = 0;
    const last = Promise.withResolvers<null>();
    const stop = watchUnread({
      waiting: () => {
        if (look === waiting.length - 1) last.resolve(null);
        return waiting[Math.min(look++, waiting.length - 1)] ?? 0;
      },
      end: () => (ends += 1),
      everyMs: 1,
    });
    await last.promise;
    stop();
    await sleep(5);
    return ends;
  }

  it('ends its connection where as much waits at three looks', async () => {
    expect(await endsOf([2 * MIB, 2 * MIB, 2 * MIB])).toBe(1);
    expect(await endsOf([2 * MIB, 3 * MIB, 4 * MIB])).toBe(1);
  });

  it('is let be while it becomes less, and where it is little', async () => {
    expect(await endsOf([4 * MIB, 3 * MIB, 2 * MIB, 2 * MIB - 1, 0])).toBe(0);
    expect(await endsOf([2 * MIB, 2 * MIB, 1.5 * MIB, 2 * MIB, 2 * MIB - 1, 0])).toBe(0);
    expect(await endsOf([MIB, MIB, MIB, MIB, MIB])).toBe(0);
  });
});

describe('the size of an answer', () => {
  it('is that of its texts, names and other values', () => {
    const data = { list: [{ name: 'abc', no: 7 }, null], more: true };
    // list 4, name 4, abc 3, no 2, 7: 4, null 4, more 4, true 4.
    expect(excessOf(data, 29)).toBeNull();
    expect(excessOf(data, 28)?.message).toBe('the answer has more than 28 bytes: ask for fewer');
    expect(excessOf(undefined)).toBeNull();
  });
});
