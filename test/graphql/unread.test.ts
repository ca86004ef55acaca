import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { excessOf } from '../../src/graphql/answer-size.js';
import { takenFrom, watchUnread } from '../../src/graphql/unread.js';

const KIB = 1024;

/** A server whose connections are given to `use`, until that has ended. */
async function withConnection(use: (sending: Socket, reading: Socket) => Promise<void>): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reading = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  const [sending] = (await once(server, 'connection')) as [Socket];
  await use(sending, reading);
  for (const socket of [sending, reading]) await once(socket.destroy(), 'close');
  server.close();
}

describe('what a client has taken', () => {
  it('is seen while a single large piece is on its way', async () => {
    await withConnection(async (sending, reading) => {
      const piece = 32 * KIB * KIB;
      sending.write(Buffer.alloc(piece));
      await sleep(50);
      const before = takenFrom(sending);
      expect(before).toBeLessThan(piece);
      reading.resume();
      while (takenFrom(sending) === before) await sleep(1);
      reading.pause();
      expect(takenFrom(sending)).toBeGreaterThan(before);
    });
  });
});

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
