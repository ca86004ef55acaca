import { describe, expect, it } from 'vitest';
import { FairPool, type DueWork } from '../../src/platform/jobs/fair-pool.js';
import { nextInTurn } from '../../src/platform/jobs/fair-share.rules.js';
import { createLog } from '../../src/platform/log.js';
import { eventually } from '../support/eventually.js';

/** Rows that are due until their work is done, and work that ends when the test says so. */
class Rows {
  readonly begun: string[] = [];
  readonly signals = new Map<string, AbortSignal>();
  looks = 0;
  isBroken = false;
  /** Most rows that one look finds. */
  limit = 100;
  /** Ids of rows whose work changes nothing. */
  readonly unchanged = new Set<string>();
  private readonly ends = new Map<string, () => void>();

  constructor(private due: DueWork[]) {}

  find = (without: readonly string[]): Promise<DueWork[]> => {
    this.looks += 1;
    if (this.isBroken) return Promise.reject(new Error('no database'));
    return Promise.resolve(this.due.filter(({ id }) => !without.includes(id)).slice(0, this.limit));
  };

  work = async ({ id }: DueWork, signal: AbortSignal): Promise<boolean> => {
    this.begun.push(id);
    this.signals.set(id, signal);
    await new Promise<void>((resolve) => this.ends.set(id, resolve));
    if (this.unchanged.has(id)) return false;
    this.due = this.due.filter((row) => row.id !== id);
    return true;
  };

  add(...rows: DueWork[]): void {
    this.due.push(...rows);
  }

  async end(...ids: string[]): Promise<void> {
    for (const id of ids) this.ends.get(id)?.();
    await turn();
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
const rowsOf = (tenantId: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${tenantId}${index + 1}`, tenantId }));

function poolOf(
  rows: Rows,
  more: { slots?: number; deadlineMs?: number; windDownMs?: number; stopGraceMs?: number } = {},
) {
  const options = { name: 'test', log: createLog('silent'), slots: 6, deadlineMs: 60_000, ...more };
  return new FairPool({ ...options, find: rows.find, work: rows.work });
}

describe('a fair pool', () => {
  it('leaves slots to others, however much is due for one tenant', async () => {
    const rows = new Rows([...rowsOf('loud', 20), ...rowsOf('quiet', 1)]);
    const pool = poolOf(rows);
    await pool.wake();
    expect(rows.begun).toEqual(['loud1', 'quiet1', 'loud2']);
    await rows.end(...rows.begun);
    await pool.stop();
  });

  it('begins what becomes due for another tenant while work of the first hangs', async () => {
    const rows = new Rows(rowsOf('hangs', 20));
    const pool = poolOf(rows, { stopGraceMs: 0, windDownMs: 5 });
    await pool.wake();
    const hanging = rows.begun.length;
    for (const tenantId of ['b', 'c', 'd']) rows.add(...rowsOf(tenantId, 1));
    await pool.wake();
    expect(rows.begun.slice(hanging)).toEqual(['b1', 'c1', 'd1']);
    await pool.stop();
  });

  it('fills a slot that is free at once, although other work has not ended', async () => {
    const rows = new Rows([...rowsOf('slow', 1), ...rowsOf('quick', 3)]);
    const pool = poolOf(rows, { slots: 2 });
    await pool.wake();
    for (const id of ['quick1', 'quick2', 'quick3']) {
      expect(rows.begun.at(-1)).toBe(id);
      await rows.end(id);
    }
    await rows.end('slow1');
    await pool.settled();
  });

  it('looks again until nothing is due, where one look does not find all', async () => {
    const rows = new Rows(rowsOf('one', 5));
    rows.limit = 1;
    const pool = poolOf(rows);
    await pool.wake();
    for (let count = 1; count <= 5; count += 1) {
      await turn();
      await rows.end(...rows.begun);
    }
    await pool.settled();
    expect(rows.begun.toSorted()).toEqual(['one1', 'one2', 'one3', 'one4', 'one5']);
  });

  it('looks again at what changed nothing after the next wake-up only', async () => {
    const rows = new Rows(rowsOf('one', 1));
    rows.unchanged.add('one1');
    const pool = poolOf(rows);
    await pool.wake();
    await rows.end('one1');
    await pool.settled();
    expect(rows.begun).toEqual(['one1']);
    await pool.wake();
    expect(rows.begun).toEqual(['one1', 'one1']);
    await rows.end('one1');
    await pool.settled();
  });

  it('goes on after a look that fails', async () => {
    const rows = new Rows(rowsOf('one', 1));
    rows.isBroken = true;
    const pool = poolOf(rows);
    await expect(pool.wake()).rejects.toThrow('no database');
    rows.isBroken = false;
    await pool.wake();
    await rows.end('one1');
    await pool.settled();
    expect([rows.begun, rows.looks > 1]).toEqual([['one1'], true]);
  });

  it('aborts the signal of work at its deadline, and gives its slot away even if it does not end', async () => {
    const rows = new Rows([...rowsOf('hangs', 1), ...rowsOf('waits', 1)]);
    const pool = poolOf(rows, { slots: 1, deadlineMs: 20, windDownMs: 20 });
    await pool.wake();
    await eventually(() => Promise.resolve(rows.begun.includes('waits1') ? true : null), 10_000);
    expect(rows.signals.get('hangs1')?.aborted).toBe(true);
    await rows.end('waits1');
    await pool.settled();
  });

  it('interrupts what has not ended when the service stops, and begins nothing more', async () => {
    const rows = new Rows(rowsOf('one', 5));
    const pool = poolOf(rows, { stopGraceMs: 10, windDownMs: 10 });
    await pool.wake();
    const count = rows.begun.length;
    await pool.stop();
    expect(pool.interrupted.aborted).toBe(true);
    expect([...rows.signals.values()].every(({ aborted }) => aborted)).toBe(true);
    await pool.wake();
    expect(rows.begun).toHaveLength(count);
  });

  it('does not interrupt what ends within the grace period', async () => {
    const rows = new Rows(rowsOf('one', 1));
    const pool = poolOf(rows);
    await pool.wake();
    const stopped = pool.stop();
    await rows.end('one1');
    await stopped;
    expect(rows.signals.get('one1')?.aborted).toBe(false);
  });
});

describe('the next turn', () => {
  const waiting = [{ tenantId: 'a' }, { tenantId: 'b' }, { tenantId: 'c' }];

  it.each([
    ['the first where nobody holds a slot', 6, {}, {}, 0],
    ['the tenant with the fewest slots', 6, { a: 2, b: 1, c: 2 }, {}, 1],
    ['of these the one whose turn was longest ago', 6, {}, { a: 3, b: 2, c: 1 }, 2],
    ['nobody where no slot is free', 0, {}, {}, -1],
    ['a tenant without a slot where one is free', 1, { a: 1, b: 1 }, {}, 2],
    ['nobody who would hold half as many as are free', 2, { a: 1, b: 1, c: 1 }, {}, -1],
    ['a tenant with fewer than half as many', 3, { a: 2, b: 2, c: 1 }, {}, 2],
  ] as const)('is that of %s', (_what, free, held, lastStarts, expected) => {
    const shares = { free, held: new Map(Object.entries(held)), lastStarts: new Map(Object.entries(lastStarts)) };
    expect(nextInTurn(waiting, shares)).toBe(expected);
  });

  it.each([
    [16, 6],
    [8, 3],
    [4, 2],
    [3, 1],
    [1, 1],
  ])('lets one tenant alone hold of %d slots at most %d', (slots, share) => {
    let count = 0;
    const next = () =>
      nextInTurn([{ tenantId: 'a' }], { free: slots - count, held: new Map([['a', count]]), lastStarts: new Map() });
    while (next() === 0) count += 1;
    expect(count).toBe(share);
  });
});
