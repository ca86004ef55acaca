import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../src/platform/fair-queue.js';

/** Work that ends on request, and records its start. */
class Work {
  readonly order: string[] = [];
  private readonly ends: (() => void)[] = [];

  start = (name: string) => () => {
    this.order.push(name);
    return new Promise<void>((resolve) => {
      this.ends.push(resolve);
    });
  };

  /** Ends everything that has started, and what starts then, until all of `runs` have ended. */
  async endAll(runs: readonly Promise<unknown>[]): Promise<void> {
    let ended = 0;
    while (ended < runs.length) {
      for (const end of this.ends.splice(0)) {
        end();
        ended += 1;
      }
      await settled();
    }
    await Promise.all(runs);
  }
}

const settled = () => new Promise(setImmediate);

describe('a fair queue', () => {
  it('takes turns between keys, however much one of them has sent before', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1 });
    const work = new Work();
    const runs = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => queue.run(name.charAt(0), work.start(name)));
    await work.endAll(runs);
    expect(work.order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('takes turns between the parts of a key, too', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1 });
    const work = new Work();
    const runs = ['ax1', 'ax2', 'ax3', 'ay1', 'b1'].map((name) =>
      queue.run(name.charAt(0), work.start(name), { part: name.charAt(1) }),
    );
    await work.endAll(runs);
    expect(work.order).toEqual(['ax1', 'ax2', 'b1', 'ay1', 'ax3']);
  });

  it('refuses the last of the part that has most waiting where its key is full, to let another part in', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1, waitingPerKeyMax: 3 });
    const work = new Work();
    const of = (name: string) => queue.run('a', work.start(name), { part: name.charAt(0) });
    const running = of('x0');
    const [x1, x2, x3] = [of('x1'), of('x2'), of('x3')];
    const y1 = of('y1');
    await expect(x3).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    // Who has most waiting has no more.
    await expect(of('x4')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await work.endAll([running, x1, x2, y1]);
    expect(work.order).toEqual(['x0', 'x1', 'y1', 'x2']);
  });

  it('refuses the last of the key that has most waiting where all is full, to let another key in', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1, waitingMax: 3 });
    const work = new Work();
    const of = (name: string) => queue.run(name.charAt(0), work.start(name));
    const running = of('a0');
    const [a1, a2, a3] = [of('a1'), of('a2'), of('a3')];
    const b1 = of('b1');
    await expect(a3).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(of('a4')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await work.endAll([running, a1, a2, b1]);
    expect(work.order).toEqual(['a0', 'a1', 'b1', 'a2']);
  });

  it('says whether another key waits for a place that one of a key would leave', async () => {
    const queue = new FairQueue({ concurrency: 2, perKey: 1 });
    const work = new Work();
    const runs = ['a1', 'b1'].map((name) => queue.run(name.charAt(0), work.start(name)));
    runs.push(queue.run('b', work.start('b2')));
    // The second of b waits for the first of b, and for nobody else.
    expect([queue.doOthersWait('a'), queue.doOthersWait('b')]).toEqual([false, false]);
    runs.push(queue.run('c', work.start('c1')));
    expect([queue.doOthersWait('a'), queue.doOthersWait('b')]).toEqual([true, true]);
    await work.endAll(runs);
  });

  it('lets work of others have the place of long work between two pieces of it, before anything else of its key', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1, waitMsMax: 5_000 });
    const order: string[] = [];
    const long = (key: string, name: string, pieces: number) =>
      queue.run(key, async () => {
        for (let piece = 1; piece <= pieces; piece += 1) {
          if (piece > 1) await queue.giveWay(key);
          order.push(`${name}.${String(piece)}`);
          await settled();
        }
      });
    const runs = [long('a', 'a1', 4), long('a', 'a2', 1), long('b', 'b1', 2), long('c', 'c1', 1)];
    await Promise.all(runs);
    expect(order).toEqual(['a1.1', 'b1.1', 'c1.1', 'a1.2', 'b1.2', 'a1.3', 'a1.4', 'a2.1']);
    expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
  });

  it('refuses nobody for patient work, however much of it waits', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1, waitingMax: 2, waitingPerKeyMax: 2 });
    const work = new Work();
    const patient = Array.from({ length: 9 }, (_, no) =>
      queue.run(no < 5 ? 'a' : 'b', work.start('patient'), { isPatient: true }),
    );
    const others = ['a', 'c'].map((key) => queue.run(key, work.start(key)));
    await expect(queue.run('d', work.start('d'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await work.endAll([...patient, ...others]);
    expect(work.order).toHaveLength(11);
  });

  it('runs no more of one key at once than its share, and leaves the rest to others', async () => {
    const queue = new FairQueue({ concurrency: 3, perKey: 2 });
    const work = new Work();
    const runs = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => queue.run(name.charAt(0), work.start(name)));
    await settled();
    expect(work.order).toEqual(['a1', 'a2', 'b1']);
    expect(queue.counts()).toEqual({ running: 3, waiting: 2 });
    await work.endAll(runs);
    expect(queue.counts()).toEqual({ running: 0, waiting: 0 });
  });

  it('refuses what a key sends beyond its waiting places as RATE_LIMITED, and still accepts others', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1, waitingPerKeyMax: 2 });
    const work = new Work();
    const runs = ['a1', 'a2', 'a3'].map((name) => queue.run('a', work.start(name)));
    await expect(queue.run('a', work.start('a4'))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 2,
    });
    await work.endAll([...runs, queue.run('b', work.start('b1'))]);
    expect(work.order).not.toContain('a4');
  });

  it('refuses as UNAVAILABLE when too much waits altogether, but not work that was begun', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1, waitingMax: 1 });
    const work = new Work();
    const runs = ['a', 'b'].map((name) => queue.run(name, work.start(name)));
    await expect(queue.run('c', work.start('c'))).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    await work.endAll([...runs, queue.run('d', work.start('d'), { isPatient: true })]);
    expect(work.order).toEqual(['a', 'b', 'd']);
  });

  it('refuses as UNAVAILABLE what has waited too long, and does not run it later', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1, waitMsMax: 1 });
    const work = new Work();
    const first = queue.run('a', work.start('a'));
    await expect(queue.run('b', work.start('b'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(queue.counts()).toEqual({ running: 1, waiting: 0 });
    await work.endAll([first]);
    expect(work.order).toEqual(['a']);
  });

  it('goes on after work that failed', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1 });
    const failed = queue.run('a', () => Promise.reject(new Error('no')));
    const next = queue.run('a', () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('rests after work for its share of the time', async () => {
    const queue = new FairQueue({ concurrency: 1, perKey: 1, rest: 1 });
    const startedAt = performance.now();
    await queue.run('a', () => {
      while (performance.now() - startedAt < 20);
    });
    const endedAt = performance.now();
    await queue.run('b', () => undefined);
    expect(performance.now() - endedAt).toBeGreaterThanOrEqual(15);
  });
});
