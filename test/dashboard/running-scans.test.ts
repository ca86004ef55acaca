import { describe, expect, it } from 'vitest';
import { RunningScans } from '../../src/dashboard/app/api/running-scans.js';

describe('the scans that are not over', () => {
  const scan = (id: string, status: 'completed' | 'failed' | 'queued' | 'running', percent = 0) => ({
    id,
    status,
    progress: { percent },
  });

  it('are those that run, then those that wait, each in its place whatever is heard of it', () => {
    const scans = new RunningScans();
    scans.take([scan('a', 'running', 10), scan('b', 'running', 20), scan('c', 'queued'), scan('d', 'completed', 100)]);
    expect(scans.get().map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    scans.take([scan('a', 'running', 40)]);
    expect(scans.get().map(({ id, percent }) => [id, percent])).toEqual([
      ['a', 40],
      ['b', 20],
      ['c', 0],
    ]);
    scans.take([scan('a', 'completed', 100), scan('c', 'running', 5)]);
    expect(scans.get().map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('are announced to who watches, until that ends or all are forgotten', () => {
    const scans = new RunningScans();
    let announced = 0;
    const stop = scans.watch(() => (announced += 1));
    scans.forget();
    scans.take([scan('a', 'running')]);
    scans.forget();
    stop();
    scans.take([scan('b', 'running')]);
    expect(announced).toBe(2);
  });
});
