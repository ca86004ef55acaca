import { describe, expect, it } from 'vitest';
import { isSupported } from '../../src/modules/posture/assessment-status.js';

describe('an assessment', () => {
  it.each([
    { guarantee: 'is supported by a note', details: 'Seen.', evidenceIds: [], supported: true },
    { guarantee: 'is supported by evidence', details: null, evidenceIds: ['a'], supported: true },
    { guarantee: 'is not supported by nothing', details: null, evidenceIds: [], supported: false },
    {
      guarantee: 'is not supported by a note of spaces and line ends',
      details: ' \n\t ',
      evidenceIds: [],
      supported: false,
    },
  ])('$guarantee', ({ details, evidenceIds, supported }) => {
    expect(isSupported({ details, evidenceIds })).toBe(supported);
  });
});
