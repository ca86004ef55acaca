import { expect, it } from 'vitest';
import { CollectTime } from '../../src/connectors/collect-time.js';
import { Pace } from '../../src/connectors/pace.js';
import { FrozenClock } from './rest/collecting.js';

const MIB = 2 ** 20;
const { signal } = new AbortController();

it.each([
  [[0], []],
  [[MIB], []],
  [[2 * MIB], [40]],
  [[32 * MIB], [640]],
  [[MIB, 1], [21]],
  [
    [MIB / 2, MIB / 2, MIB / 2, MIB / 2, MIB / 2, MIB / 2],
    [30, 30],
  ],
])('answers of %j bytes are followed by pauses of %j ms', async (answers, pausesMs) => {
  const clock = new FrozenClock();
  const pace = new Pace();
  for (const bytes of answers) await pace.after(bytes, { clock, signal });
  expect(clock.sleptMs).toEqual(pausesMs);
});

it('pauses follow upon each other where requests are beside each other, and all of them wait', async () => {
  let asleep = 0;
  let most = 0;
  const clock = {
    now: () => new Date(),
    sleep: async () => {
      asleep += 1;
      most = Math.max(most, asleep);
      await new Promise(setImmediate);
      asleep -= 1;
    },
  };
  const pace = new Pace();
  await Promise.all(Array.from({ length: 5 }, () => pace.after(2 * MIB, { clock, signal })));
  expect(most).toBe(1);
});

it('parts that are read beside each other have one pace', () => {
  const time = CollectTime.begin(signal);
  expect(time.beside().pace).toBe(time.pace);
});
