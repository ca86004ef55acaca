import { describe, expect, it } from 'vitest';
import { filterOf, isShown } from '../../src/dashboard/app/parts/saved-views/filter.rules.js';

describe('the filter of a saved view', () => {
  it('is what is chosen in the address, without the place in the list', () => {
    expect(filterOf({ status: 'fail', q: undefined, page: 2, after: 'cursor', of: ['a'] })).toEqual({
      status: 'fail',
      page: 2,
    });
  });

  it('is the one shown whatever the order of its names', () => {
    expect(isShown({ q: 'a', status: 'fail' }, { status: 'fail', q: 'a', after: 'cursor' })).toBe(true);
    expect(isShown({ q: 'a' }, { q: 'a', status: 'fail' })).toBe(false);
    expect(isShown({}, {})).toBe(true);
  });
});
