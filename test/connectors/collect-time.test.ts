import { describe, expect, it } from 'vitest';
import { CollectTime, OutOfTime } from '../../src/connectors/collect-time.js';

const never = () => new Promise<never>(() => undefined);
const signal = new AbortController().signal;
const outcome = (work: Promise<unknown>) => work.catch((err: unknown) => err);

describe('the time of a collection', () => {
  it('ends an attempt that is not answered, even where the work ignores its signal', async () => {
    const call = CollectTime.begin(signal, { callMs: 40 }).call();
    expect(await outcome(call.attempt(never))).toMatchObject({ name: 'OutOfTime', of: 'call' });
    expect(call.isOver).toBe(false);
    expect(await outcome(call.attempt(never))).toBeInstanceOf(OutOfTime);
    expect(call.isOver).toBe(true);
  });

  it('stops the work by its signal, with the reason', async () => {
    const call = CollectTime.begin(signal, { callMs: 20 }).call();
    const seen = Promise.withResolvers<unknown>();
    await outcome(
      call.attempt(async (ended) => {
        ended.addEventListener('abort', () => seen.resolve(ended.reason));
        return never();
      }),
    );
    expect(await seen.promise).toBeInstanceOf(OutOfTime);
  });

  it('is halved by every unanswered attempt for the later calls of the part, and whole again in the next part', async () => {
    const time = CollectTime.begin(signal, { callMs: 160 });
    const lasts = async () => {
      const startedAt = performance.now();
      await outcome(time.call().attempt(never));
      return performance.now() - startedAt;
    };
    const first = await lasts();
    expect(first).toBeGreaterThanOrEqual(75);
    await lasts();
    await lasts();
    await lasts();
    const startedAt = performance.now();
    for (let count = 0; count < 8; count += 1) await lasts();
    // Eight times the shortest, 2.5 ms, which is far from eight times the first.
    expect(performance.now() - startedAt).toBeLessThan(8 * 75);
    time.nextPart();
    expect(await lasts()).toBeGreaterThanOrEqual(75);
  });

  it('refuses whatever a part still asks for when its time is over, and lets the next part ask', async () => {
    const time = CollectTime.begin(signal, { callMs: 10_000, partMs: 30 });
    expect(await outcome(time.call().attempt(never))).toMatchObject({ of: 'part' });
    expect(await outcome(time.call().attempt(async () => 'late'))).toMatchObject({ of: 'part' });
    expect(time.allows(1)).toBe(false);
    time.nextPart();
    expect(await time.call().attempt(async () => 'in time')).toBe('in time');
  });

  it('ends every part with the collection, those read beside each other too', async () => {
    const time = CollectTime.begin(signal, { callMs: 10_000, collectionMs: 30 });
    const beside = time.beside();
    expect(await outcome(beside.call().attempt(never))).toMatchObject({ of: 'part' });
    time.nextPart();
    expect(await outcome(time.call().attempt(async () => 'late'))).toMatchObject({ of: 'part' });
  });

  it('gives way to a cancel, with its reason, and passes errors on', async () => {
    const cancel = new AbortController();
    const call = CollectTime.begin(cancel.signal).call();
    const work = outcome(call.attempt(never));
    cancel.abort(new Error('cancelled'));
    expect(await work).toMatchObject({ message: 'cancelled' });
    const refused = CollectTime.begin(signal).call();
    expect(await outcome(refused.attempt(() => Promise.reject(new Error('refused'))))).toMatchObject({
      message: 'refused',
    });
  });
});
