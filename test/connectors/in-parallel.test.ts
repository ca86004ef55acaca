import { describe, expect, it } from 'vitest';
import { inParallel } from '../../src/connectors/in-parallel.js';

describe('inParallel', () => {
  it('yields results in order, and takes only as many items as it processes', async () => {
    const seen = { taken: 0, underWay: 0, most: 0 };
    function* items() {
      for (let item = 0; item < 20; item += 1) {
        seen.taken += 1;
        yield item;
      }
    }
    const results: number[] = [];
    const work = async (item: number) => {
      seen.underWay += 1;
      seen.most = Math.max(seen.most, seen.underWay);
      // The later, the sooner.
      for (let turn = 20 - item; turn > 0; turn -= 1) await Promise.resolve();
      seen.underWay -= 1;
      return item * 10;
    };
    for await (const result of inParallel(items(), 4, work)) {
      results.push(result);
      expect(seen.taken - results.length).toBeLessThan(4);
    }
    expect(results).toEqual(Array.from({ length: 20 }, (_, item) => item * 10));
    expect(seen.most).toBe(4);
  });

  it('throws what the work of an item throws', async () => {
    const results: number[] = [];
    const run = async () => {
      for await (const result of inParallel([1, 2, 3, 4, 5], 2, async (item) => {
        if (item > 2) throw new Error(`no ${String(item)}`);
        return item;
      })) {
        results.push(result);
      }
    };
    await expect(run()).rejects.toThrow('no 3');
    expect(results).toEqual([1, 2]);
  });

  it('leaves nothing running when one fails, or when the consumer stops', async () => {
    for (const end of ['fails', 'stops']) {
      const others = Promise.withResolvers<undefined>();
      let done = 0;
      const results = inParallel([0, 1, 2], 3, async (item) => {
        if (item === 0) return item;
        if (item === 1 && end === 'fails') throw new Error('one');
        await others.promise;
        // Longer than it takes to notice the end.
        await new Promise((resolve) => setImmediate(resolve));
        done += 1;
        return item;
      });
      expect((await results.next()).value).toBe(0);
      const ended = end === 'fails' ? results.next() : results.return(undefined);
      others.resolve(undefined);
      if (end === 'fails') await expect(ended).rejects.toThrow('one');
      else await ended;
      expect(done).toBe(end === 'fails' ? 1 : 2);
    }
  });
});
