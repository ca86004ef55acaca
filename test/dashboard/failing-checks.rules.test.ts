import { expect, it } from 'vitest';
import { failingChecks } from '../../src/dashboard/app/pages/mapping/failing-checks.rules.js';

const check = (ruleId: string, resourcesFailed: number, resourcesAccepted = 0) => ({
  ruleId,
  title: `Title of ${ruleId}`,
  resourcesFailed,
  resourcesAccepted,
});

it('names the checks that fail elements of the universal control, each once, without what exceptions accept', () => {
  const mappings = [
    {
      mapping: { universalControl: { id: 'this' } },
      elements: [
        { votes: [{ result: 'fail', checks: [check('a', 2), check('accepted', 1, 1)] }] },
        {
          votes: [
            { result: 'fail', checks: [check('a', 2)] },
            { result: 'pass', checks: [check('b', 0)] },
          ],
        },
      ],
    },
    {
      mapping: { universalControl: { id: 'other' } },
      elements: [{ votes: [{ result: 'fail', checks: [check('c', 1)] }] }],
    },
  ];
  expect(failingChecks(mappings, 'this')).toEqual([{ ruleId: 'a', title: 'Title of a' }]);
  expect(failingChecks(mappings, 'none')).toEqual([]);
});
