import { describe, expect, it } from 'vitest';
import {
  domainsOf,
  isWanted,
  nextOf,
  queued,
  yieldOf,
} from '../../src/dashboard/app/pages/mapping/assessments.rules.js';

const NOW = new Date('2026-11-29T00:00:00Z');
const control = (status: string, disputed = false) => ({ control: { status, disputed } });
const ONE = { assessment: null, mappings: [control('not_assessed'), control('passed')] };
const TWO = { assessment: null, mappings: [control('not_assessed'), control('not_assessed'), control('failed')] };
const judged = (expiresAt: string | null, disputed = false, assessedAt = '2026-10-01T00:00:00Z') => ({
  assessment: { status: 'compliant', assessedAt, expiresAt },
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

  it('lead from each to the one after it, and from the last one to none', () => {
    const waiting = [{ id: 'a' }, { id: 'b' }];
    expect(['a', 'b', 'c'].map((id) => nextOf(waiting, id)?.id ?? null)).toEqual(['b', null, null]);
  });

  it('list the assessments that tests dispute', () => {
    expect(queued(ALL, 'disputed', NOW)).toEqual([DISPUTED]);
  });

  it('list what is assessed, the newest first, without what was withdrawn', () => {
    const [older, newer] = [judged(null), judged(null, false, '2026-10-02T00:00:00Z')];
    const withdrawn = { ...older, assessment: { ...older.assessment, status: 'not_assessed' } };
    expect(queued([ONE, older, withdrawn, newer], 'assessed', NOW)).toEqual([newer, older]);
  });
});

describe('universal controls', () => {
  const MFA = {
    ...{ code: 'UCF-IAM-02', title: 'Multi-factor authentication', keywords: ['TOTP'] },
    ...{ domain: { code: 'IAM', name: 'Identity' }, mappings: [{ framework: 'SOC 2' }] },
  };
  it.each([
    [{}, true],
    [{ q: 'iam-02' }, true],
    [{ q: 'multi' }, true],
    [{ q: 'totp' }, true],
    [{ q: 'backup' }, false],
    [{ domain: 'IAM' }, true],
    [{ domain: 'NET' }, false],
    [{ framework: 'SOC 2' }, true],
    [{ framework: 'HIPAA' }, false],
    [{ q: 'multi', domain: 'IAM', framework: 'HIPAA' }, false],
  ])('are found by all that is asked for: %j', (wanted, isFound) => {
    expect(isWanted(MFA, wanted)).toBe(isFound);
  });

  it('name each of their domains once, by name', () => {
    const [a, b] = [{ domain: { code: 'B', name: 'Access' } }, { domain: { code: 'A', name: 'Risk' } }];
    expect(domainsOf([b, a, { ...b }])).toEqual([a.domain, b.domain]);
  });
});
