import { describe, expect, it } from 'vitest';
import { figuresIn } from '../../src/dashboard/app/parts/figures.rules.js';

const english = figuresIn('en-GB');
const german = figuresIn('de-DE');

describe('a percentage', () => {
  it('has one decimal, and none at 0 and 100', () => {
    expect([0, 3, 13.1, 70.55, 100].map(english.percent)).toEqual(['0%', '3.0%', '13.1%', '70.6%', '100%']);
    expect(german.percent(3)).toBe('3,0\u00a0%');
  });

  it('is never 0 of something, nor 100 of less than all', () => {
    expect([0.01, 0.04, 99.96, 99.999].map(english.percent)).toEqual(['0.1%', '0.1%', '99.9%', '99.9%']);
  });

  it('of progress is whole, and 100 at the end only', () => {
    expect([0, 42.9, 99.9, 100].map(english.wholePercent)).toEqual(['0%', '42%', '99%', '100%']);
  });
});

describe('a change', () => {
  it('has its sign and one decimal, and none where nothing changed', () => {
    expect([2, -2.04, 0, 3.3].map(english.change)).toEqual(['+2.0', '−2.0', '0', '+3.3']);
    expect(german.change(1.6)).toBe('+1,6');
  });

  it('of a number of things is whole, with its sign', () => {
    expect([29, -48, 0, 1_200].map(english.signed)).toEqual(['+29', '−48', '0', '+1,200']);
  });
});

describe('a size of storage', () => {
  it('is in multiples of 1,024, with one decimal where it has one', () => {
    const sizes = [0, 1_023, 1_024, 1_536, 1_048_576, 1_258_291, 536_870_912_000, 2_199_023_255_552];
    expect(sizes.map(english.storage)).toEqual([
      ...['0 B', '1,023 B', '1 KiB', '1.5 KiB', '1 MiB', '1.2 MiB', '500 GiB', '2,048 GiB'],
    ]);
    expect(german.storage(1_536)).toBe('1,5 KiB');
  });
});
