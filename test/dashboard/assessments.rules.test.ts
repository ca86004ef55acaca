import { describe, expect, it } from 'vitest';
import { queued, yieldOf } from '../../src/dashboard/app/pages/mapping/assessments.rules.js';

const NOW = new Date('2026-11-29T00:00:00Z');
const control = (status: string, disputed = false) => ({ control: { status, disputed } });
const ONE = { assessment: null, mappings: [control('not_assessed'), control('passed')] };
const TWO = { assessment: null, mappings: [control('not_assessed'), control('not_assessed'), control('failed')] };
const judged = (expiresAt: string | null, disputed = false) => ({
  assessment: { status: 'compliant', expiresAt },
  mappings: [control('passed', disputed)],
});
const [ENDLESS, DISPUTED, SOON, OVER, LATER] = [
  judged(null),
  judged(null, true),
  judged('2026-12-29T00:00:00Z'),
  judged('2026-11-01T00:00:00Z'),
  judged('2026-12-29T00:00:01Z'),
];
const ALL = [ONE, TWO, ENDLESS, DISPUTED, SOON, OVER, LATER];

describe('the queues of assessments', () => {
  it('list what is not assessed by how many controls wait for it', () => {
    expect(queued(ALL, 'unassessed', NOW)).toEqual([TWO, ONE]);
    expect([ONE, TWO].map(yieldOf)).toEqual([1, 2]);
  });

  it('list what has ended or ends within 30 days, the earliest first', () => {
    expect(queued(ALL, 'due', NOW)).toEqual([OVER, SOON]);
  });

  it('list the assessments that tests dispute', () => {
    expect(queued(ALL, 'disputed', NOW)).toEqual([DISPUTED]);
  });
});
