import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LanePlace } from '../../src/graphql/lane-place.js';
import { AppError } from '../../src/platform/errors.js';
import { FairQueue } from '../../src/platform/fair-queue.js';
import { outsideTurn } from '../../src/platform/outside-turn.js';

/** A lane with one place, and a queue of what is outside. */
function queues(outside = new FairQueue({ concurrency: 10, perKey: 10 })) {
  return { lane: new FairQueue({ concurrency: 1, perKey: 1 }), outside };
}

const place = (own: ReturnType<typeof queues>, key = 'a') => new LanePlace(own, { key, part: '' });

/** Some turns of the event loop, in which whatever can go on does. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

describe('an operation that waits for something outside', () => {
  it('lets others have its place, and takes one again before it goes on', async () => {
    const own = queues();
    const seen: string[] = [];
    const answer = Promise.withResolvers<string>();
    const asking = place(own).run(async () => {
      seen.push('asks');
      seen.push(await outsideTurn(() => answer.promise));
    }, false);
    const busy = Promise.withResolvers<undefined>();
    const other = place(own, 'b').run(async () => {
      seen.push('the other begins');
      await busy.promise;
      seen.push('the other ends');
    }, false);
    await turns();
    expect(seen).toEqual(['asks', 'the other begins']);
    answer.resolve('is answered');
    await turns();
    expect(seen).toHaveLength(2);
    busy.resolve(undefined);
    await Promise.all([asking, other]);
    expect(seen).toEqual(['asks', 'the other begins', 'the other ends', 'is answered']);
    expect([own.lane.counts(), own.outside.counts()]).toEqual([
      { running: 0, waiting: 0 },
      { running: 0, waiting: 0 },
    ]);
  });

  it('has one place for all of its branches, and leaves none behind when one of them fails', async () => {
    const own = queues();
    const never = Promise.withResolvers<undefined>();
    const failing = place(own).run(
      () =>
        Promise.all([
          outsideTurn(() => never.promise),
          outsideTurn(() => setImmediate()).then(() => expect(own.lane.counts().running).toBe(1)),
          outsideTurn(async () => {
            await setImmediate();
            throw new Error('refused');
          }),
        ]),
      false,
    );
    await expect(failing).rejects.toThrow('refused');
    never.resolve(undefined);
    await turns();
    expect(own.lane.counts()).toEqual({ running: 0, waiting: 0 });
    expect(await place(own, 'b').run(() => 'works', false)).toBe('works');
  });

  it('waits outside once, however deep it is asked to', async () => {
    const own = queues(new FairQueue({ concurrency: 1, perKey: 1, waitMsMax: 50 }));
    expect(await place(own).run(() => outsideTurn(() => outsideTurn(async () => 'inner')), false)).toBe('inner');
  });

  it('is refused where too much of its organization waits outside, and another one is not', async () => {
    const own = queues(new FairQueue({ concurrency: 10, perKey: 1, waitMsMax: 20 }));
    const long = Promise.withResolvers<undefined>();
    const first = place(own).run(() => outsideTurn(() => long.promise), false);
    await expect(place(own).run(() => outsideTurn(async () => 'late'), false)).rejects.toThrow(AppError);
    expect(await place(own, 'b').run(() => outsideTurn(async () => 'other'), false)).toBe('other');
    long.resolve(undefined);
    await first;
  });

  it('runs as it is where it has no place, also after the operation that it was a part of', async () => {
    const own = queues();
    const later = await place(own).run(() => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      return { resolve, work: promise.then(() => outsideTurn(async () => 'after')) };
    }, false);
    later.resolve(undefined);
    expect(await later.work).toBe('after');
    expect(await outsideTurn(async () => 'alone')).toBe('alone');
    expect(own.lane.counts()).toEqual({ running: 0, waiting: 0 });
  });
});
