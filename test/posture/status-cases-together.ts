import { FULL, PARTS, SHOWN, type StatusCase } from './status-cases.js';

/** Tests and assessments together. */
export const TESTS_AND_ASSESSMENTS: StatusCase[] = [
  {
    guarantee: 'a newer compliant does not outvote failing tests, and the two are disputed',
    mappings: FULL,
    votes: [['A', '0.1', 'fail', 1]],
    assessments: [[0, 'compliant', 2, 'noted']],
    status: 'failed',
    isDisputed: true,
  },
  {
    guarantee: 'compliant of a universal control whose tests do not fail disputes nothing',
    mappings: PARTS,
    votes: [['A', '0.1', 'fail', 1]],
    assessments: [[1, 'compliant', 2, 'noted']],
    status: 'failed',
  },
  {
    guarantee: 'a newer non_compliant beats passing tests, and the two are disputed',
    mappings: FULL,
    votes: SHOWN,
    assessments: [[0, 'non_compliant', 6]],
    status: 'failed',
    isDisputed: true,
  },
  {
    guarantee: 'newer passing tests beat a non_compliant, and the two stay disputed',
    mappings: FULL,
    votes: SHOWN,
    assessments: [[0, 'non_compliant', 4]],
    status: 'passed full 1/1',
    isDisputed: true,
  },
  {
    guarantee: 'an assessment of the same instant is not newer',
    mappings: FULL,
    votes: SHOWN,
    assessments: [[0, 'non_compliant', 5]],
    status: 'passed full 1/1',
    isDisputed: true,
  },
  {
    guarantee: 'an assessment must be newer than every vote on what the control asks for',
    mappings: FULL,
    votes: [
      ['A', '0.1', 'pass', 1],
      ['A', '0.2', 'pass', 5],
    ],
    assessments: [[0, 'non_compliant', 3]],
    status: 'passed full 1/1',
    isDisputed: true,
  },
  {
    guarantee: 'tests that show only a part do not outdate an assessment',
    mappings: FULL,
    votes: [['A', '0.1', 'pass', 9]],
    assessments: [[0, 'non_compliant', 3]],
    status: 'failed',
  },
  {
    guarantee: 'the vote of a disconnected integration does not outdate an assessment',
    mappings: FULL,
    votes: [['A', '0.1', 'fail', 9, 'off']],
    assessments: [[0, 'compliant', 2, 'noted']],
    status: 'passed full 1/1',
  },
  {
    guarantee: 'of assessments newer than the votes the worst wins',
    mappings: [...FULL, [1, [1], 'intersects']],
    votes: SHOWN,
    assessments: [
      [0, 'compliant', 7, 'noted'],
      [1, 'non_compliant', 6],
    ],
    status: 'failed',
  },
  {
    guarantee: 'an older assessment does not count beside a newer one once tests decide',
    mappings: [...FULL, [1, [1], 'intersects']],
    votes: SHOWN,
    assessments: [
      [0, 'compliant', 6, 'noted'],
      [1, 'non_compliant', 4],
    ],
    status: 'passed full 1/1',
  },
];
