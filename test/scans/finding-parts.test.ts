import { describe, expect, it } from 'vitest';
import { findingParts } from '../../src/modules/scans/finding-parts.rules.js';
import { flatParts } from '../../src/modules/scans/finding-parts.type.js';

function flat(text: string) {
  const parts = findingParts(text);
  return parts && flatParts(parts);
}

const NONE = {
  checks: 0,
  checksTotal: 0,
  named: null,
  namedMore: 0,
  withheld: 0,
  withheldReasons: null,
  missing: 0,
  supporting: 0,
  accepted: 0,
};

describe('the parts of the finding of a result', () => {
  it('are its failing checks of those that decide, with the names of the first', () => {
    expect(flat('6 checks of 7 failed on 6 resources: Rule a; Rule b; Rule c; and 2 more.')).toEqual({
      ...NONE,
      kind: 'failed',
      checks: 6,
      checksTotal: 7,
      named: 'Rule a; Rule b; Rule c',
      namedMore: 2,
    });
  });

  it('are its passing checks, what could not look and why, what did not run, and what else is known', () => {
    const text =
      '1 of 4 checks passed, 2 could not look (The action is refused.), 1 did not run: ' +
      'this does not show all that the control asks for. 3 other checks ran and are evidence for it. ' +
      'Findings on 2 resources are accepted.';
    expect(flat(text)).toEqual({
      ...NONE,
      kind: 'partly',
      checks: 1,
      checksTotal: 4,
      withheld: 2,
      withheldReasons: 'The action is refused.',
      missing: 1,
      supporting: 3,
      accepted: 2,
    });
  });

  it('are those of a passed control, of one that tests cannot show and of one without checks', () => {
    expect(flat('2 checks passed on 1 resource.')).toEqual({ ...NONE, kind: 'passed', checks: 2, checksTotal: 2 });
    expect(flat('Tests cannot show this control: a person has to assess it.')).toEqual({ ...NONE, kind: 'manual' });
    expect(flat('No check of a connected integration decides this control.')).toEqual({ ...NONE, kind: 'no_check' });
  });

  it('are none of another sentence', () => {
    expect(flat('Something else.')).toBeNull();
  });
});
