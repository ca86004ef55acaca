import type { Control } from '../../src/modules/catalogue/catalogue.js';
import type { Relationship } from '../../src/modules/catalogue/relationship.rules.js';

/** Result of an element (`universal control.element`) in an integration, in which minute; and `off` where it is disconnected. */
type Vote = [
  integration: 'A' | 'B',
  element: string,
  result: 'pass' | 'fail' | 'held' | 'supported' | 'incomplete',
  at: number,
  off?: 'off',
];
/** An assessment of a universal control by its number, in which minute, and whether it has a note. */
type Assessment = [universalNo: number, status: string, at: number, note?: 'noted'];
/** What a control asks for: a universal control by its number, the covered elements, and the relationship. */
export type Line = [universalNo: number, covers: number[], relationship: Relationship];

/** A control with its votes and assessments, and the status that follows by the rules of schema/contract/status.md. */
export interface StatusCase {
  guarantee: string;
  mappings: Line[];
  method?: Control['method'];
  votes?: Vote[];
  assessments?: Assessment[];
  /** `passed` with its assurance: level, mappings shown, mappings needed. */
  status: 'not_assessed' | 'failed' | `passed ${'full' | 'partial'} ${number}/${number}`;
  isDisputed?: boolean;
}

/** All of what the control asks for lies in elements 1 and 2 of the first universal control. */
export const FULL: Line[] = [[0, [1, 2], 'subset']];
/** Three universal controls that each hold a part of what the control asks for. */
export const PARTS: Line[] = [
  [0, [1, 2], 'intersects'],
  [1, [1], 'intersects'],
  [2, [3], 'superset'],
];
export const SHOWN: Vote[] = [
  ['A', '0.1', 'pass', 5],
  ['A', '0.2', 'pass', 5],
];

export const TESTS: StatusCase[] = [
  { guarantee: 'no vote at all is not_assessed', mappings: FULL, status: 'not_assessed' },
  {
    guarantee: 'passing tests of every covered element pass it',
    mappings: FULL,
    votes: SHOWN,
    status: 'passed full 1/1',
  },
  {
    guarantee: 'a passing test of one of two covered elements shows nothing',
    mappings: FULL,
    votes: [['A', '0.1', 'pass', 5]],
    status: 'not_assessed',
  },
  {
    guarantee: 'elements that it does not ask for are not needed, and do not fail it',
    mappings: FULL,
    votes: [...SHOWN, ['A', '0.3', 'fail', 5]],
    status: 'passed full 1/1',
  },
  {
    guarantee: 'a failing element fails it',
    mappings: FULL,
    votes: [
      ['A', '0.1', 'pass', 5],
      ['A', '0.2', 'fail', 5],
    ],
    status: 'failed',
  },
  {
    guarantee: 'a failing element that a part mapping covers fails it',
    mappings: PARTS,
    votes: [['A', '2.3', 'fail', 5]],
    status: 'failed',
  },
  {
    guarantee: 'a failing element that a part mapping does not cover does not fail it',
    mappings: PARTS,
    votes: [['A', '2.1', 'fail', 5]],
    status: 'not_assessed',
  },
  {
    guarantee: 'one of three part mappings shows nothing',
    mappings: PARTS,
    votes: SHOWN,
    status: 'not_assessed',
  },
  {
    guarantee: 'tests never pass it over part mappings, even all of them: it asks for more than they hold',
    mappings: PARTS,
    votes: [...SHOWN, ['A', '1.1', 'pass', 5], ['A', '2.3', 'pass', 5]],
    status: 'not_assessed',
  },
  {
    guarantee: 'tests never pass it over a single part mapping',
    mappings: [[0, [1, 2], 'intersects']],
    votes: SHOWN,
    status: 'not_assessed',
  },
  {
    guarantee: 'a part mapping that passes does not stand for the full one',
    mappings: [...FULL, [1, [1], 'intersects']],
    votes: [['A', '1.1', 'pass', 5]],
    status: 'not_assessed',
  },
  {
    guarantee: 'tests never pass a manual control',
    mappings: FULL,
    method: 'manual',
    votes: SHOWN,
    status: 'not_assessed',
  },
  {
    guarantee: 'tests can fail a manual control',
    mappings: FULL,
    method: 'manual',
    votes: [['A', '0.1', 'fail', 5]],
    status: 'failed',
  },
  {
    guarantee: 'an element that a check could not look at shows nothing, whatever another integration passes',
    mappings: FULL,
    votes: [...SHOWN, ['B', '0.2', 'held', 5]],
    status: 'not_assessed',
  },
  {
    guarantee:
      'a full mapping that is shown does not pass it while an element of another mapping is held, which may fail it',
    mappings: [...FULL, [1, [1], 'intersects']],
    votes: [...SHOWN, ['A', '1.1', 'held', 5]],
    status: 'not_assessed',
  },
  {
    guarantee: 'a held element of a mapping beyond what it asks for does not matter',
    mappings: [...FULL, [1, [1], 'intersects']],
    votes: [...SHOWN, ['A', '1.2', 'held', 5]],
    status: 'passed full 1/1',
  },
  {
    guarantee: 'an element that another integration has only to do with is not shown for it by the one that passes it',
    mappings: FULL,
    votes: [...SHOWN, ['B', '0.2', 'supported', 5]],
    status: 'not_assessed',
  },
  {
    guarantee: 'a full mapping that is shown passes it while an element of another mapping is only supported',
    mappings: [...FULL, [1, [1], 'intersects']],
    votes: [...SHOWN, ['A', '1.1', 'supported', 5]],
    status: 'passed full 1/1',
  },
  {
    guarantee: 'an element that fails in one integration fails, also where another only has to do with it',
    mappings: FULL,
    votes: [
      ['A', '0.1', 'fail', 5],
      ['B', '0.1', 'supported', 9],
    ],
    status: 'failed',
  },
  {
    guarantee: 'an incomplete test in one integration does not outvote a pass in another',
    mappings: FULL,
    votes: [...SHOWN, ['B', '0.2', 'incomplete', 9]],
    status: 'passed full 1/1',
  },
  {
    guarantee: 'an incomplete test alone shows nothing',
    mappings: FULL,
    votes: [
      ['A', '0.1', 'pass', 5],
      ['A', '0.2', 'incomplete', 5],
    ],
    status: 'not_assessed',
  },
  {
    guarantee: 'fail in one integration beats a newer pass in another',
    mappings: FULL,
    votes: [...SHOWN, ['B', '0.2', 'fail', 1]],
    status: 'failed',
  },
  {
    guarantee: 'a disconnected integration has no vote',
    mappings: FULL,
    votes: [...SHOWN, ['B', '0.2', 'fail', 9, 'off']],
    status: 'passed full 1/1',
  },
  {
    guarantee: 'only disconnected votes are no vote',
    mappings: FULL,
    votes: [
      ['B', '0.1', 'pass', 1, 'off'],
      ['B', '0.2', 'pass', 1, 'off'],
    ],
    status: 'not_assessed',
  },
  {
    guarantee: 'two integrations show together what neither shows alone',
    mappings: FULL,
    votes: [
      ['A', '0.1', 'pass', 1],
      ['B', '0.2', 'pass', 2],
    ],
    status: 'passed full 1/1',
  },
];

export const ASSESSMENTS: StatusCase[] = [
  {
    guarantee: 'compliant over a full mapping with a note passes it in full',
    mappings: FULL,
    assessments: [[0, 'compliant', 1, 'noted']],
    status: 'passed full 1/1',
  },
  {
    guarantee: 'compliant without a note or evidence passes it, and shows nothing',
    mappings: FULL,
    assessments: [[0, 'compliant', 1]],
    status: 'passed partial 0/1',
  },
  {
    guarantee: 'compliant over one of three part mappings passes it in part',
    mappings: PARTS,
    assessments: [[1, 'compliant', 1, 'noted']],
    status: 'passed partial 1/3',
  },
  {
    guarantee: 'compliant over a single part mapping with a note passes it in part',
    mappings: [[0, [1, 2, 3], 'superset']],
    assessments: [[0, 'compliant', 1, 'noted']],
    status: 'passed partial 1/2',
  },
  {
    guarantee: 'tests and assessments together show all part mappings',
    mappings: PARTS,
    votes: SHOWN,
    assessments: [
      [1, 'compliant', 6, 'noted'],
      [2, 'compliant', 6, 'noted'],
    ],
    status: 'passed full 3/3',
  },
  {
    guarantee: 'a manual control passes by assessment',
    mappings: FULL,
    method: 'manual',
    assessments: [[0, 'compliant', 1, 'noted']],
    status: 'passed full 1/1',
  },
  {
    guarantee: 'non_compliant fails it',
    mappings: FULL,
    assessments: [[0, 'non_compliant', 1]],
    status: 'failed',
  },
  {
    guarantee: 'partially_compliant fails it',
    mappings: FULL,
    assessments: [[0, 'partially_compliant', 1]],
    status: 'failed',
  },
  {
    guarantee: 'not_assessed is no vote',
    mappings: FULL,
    assessments: [[0, 'not_assessed', 1]],
    status: 'not_assessed',
  },
  {
    guarantee: 'not_assessed withdraws what was in force',
    mappings: FULL,
    assessments: [
      [0, 'compliant', 1, 'noted'],
      [0, 'not_assessed', 2],
    ],
    status: 'not_assessed',
  },
  {
    guarantee: 'the newest of one universal control is in force, in whatever order they were written',
    mappings: FULL,
    assessments: [
      [0, 'compliant', 2, 'noted'],
      [0, 'non_compliant', 1],
    ],
    status: 'passed full 1/1',
  },
  {
    guarantee: 'the worst of several universal controls wins, even older',
    mappings: PARTS,
    assessments: [
      [0, 'non_compliant', 1],
      [1, 'compliant', 2, 'noted'],
    ],
    status: 'failed',
  },
  {
    guarantee: 'not_assessed of one does not silence another',
    mappings: PARTS,
    assessments: [
      [0, 'compliant', 1, 'noted'],
      [1, 'not_assessed', 2],
    ],
    status: 'passed partial 1/3',
  },
];
