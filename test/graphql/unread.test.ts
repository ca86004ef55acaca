import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { excessOf } from '../../src/graphql/answer-size.js';
import { watchUnread } from '../../src/graphql/unread.js';

const KIB = 1024;

describe('what waits for a client', () => {
  /** Ends of a connection at whose looks so much waits and has been taken, in KiB. */
  async function endsOf(looks: readonly [waiting: number, taken: number][]): Promise<number> {
    let at = -1;
    let ends = 0;
    const last = Promise.withResolvers<null>();
    const stop = watchUnread({
      waiting: () => {
        at = Math.min(at + 1, looks.length - 1);
        if (at === looks.length - 1) last.resolve(null);
        return (looks[at]?.[0] ?? 0) * KIB;
      },
      taken: () => (looks[Math.max(at, 0)]?.[1] ?? 0) * KIB,
      end: () => (ends += 1),
      bytes: 16 * KIB,
      everyMs: 1,
    });
    await last.promise;
    stop();
    await sleep(5);
    return ends;
  }

  it('ends its connection where the client has taken less than 64 KiB within three looks', async () => {
    expect(
      await endsOf([
        [17, 0],
        [17, 0],
        [17, 0],
      ]),
    ).toBe(1);
    expect(
      await endsOf([
        [20, 10],
        [30, 20],
        [40, 73],
      ]),
    ).toBe(1);
  });

  it('is let be where the client takes more, where it is little, and where nothing waits in between', async () => {
    expect(
      await endsOf([
        [17, 0],
        [17, 30],
        [17, 64],
        [17, 70],
        [17, 100],
        [17, 128],
        [0, 128],
      ]),
    ).toBe(0);
    expect(
      await endsOf([
        [16, 0],
        [16, 0],
        [16, 0],
        [16, 0],
      ]),
    ).toBe(0);
    expect(
      await endsOf([
        [17, 0],
        [17, 0],
        [16, 0],
        [17, 0],
        [17, 0],
        [16, 0],
      ]),
    ).toBe(0);
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
