import { describe, expect, it } from 'vitest';
import { standingsOf } from '../../src/dashboard/app/pages/findings/finding-history.rules.js';

const period = (status: string, from: string, until: string | null) => ({ status, summary: status, from, until });
const shown = (history: ReturnType<typeof period>[], isCurrent: boolean) =>
  standingsOf(history, isCurrent).map(({ status, from, until }) => [status, from, until]);

describe('the times of a finding', () => {
  it('end where the next begin, and the newest holds now', () => {
    expect(shown([period('fail', 'c', null), period('pass', 'b', 'c'), period('fail', 'a', 'b')], true)).toEqual([
      ['fail', 'c', 'now'],
      ['pass', 'b', 'c'],
      ['fail', 'a', 'b'],
    ]);
  });

  it('have between them those in which no scan had it', () => {
    expect(shown([period('fail', 'd', null), period('fail', 'a', 'b')], true)).toEqual([
      ['fail', 'd', 'now'],
      [null, 'b', 'd'],
      ['fail', 'a', 'b'],
    ]);
    expect(shown([period('fail', 'a', 'b')], false)).toEqual([
      [null, 'b', 'now'],
      ['fail', 'a', 'b'],
    ]);
  });

  it('do not say when they ended where that scan is not stored', () => {
    expect(shown([period('fail', 'c', null), period('pass', 'a', null)], true)).toEqual([
      ['fail', 'c', 'now'],
      ['pass', 'a', null],
    ]);
    expect(shown([period('fail', 'a', null)], false)).toEqual([['fail', 'a', null]]);
  });
});
