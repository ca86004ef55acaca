import { describe, expect, it } from 'vitest';
import { unproven } from '../../src/dashboard/app/pages/evidence/missing.rules.js';

type Assessed = Parameters<typeof unproven>[0][number];
type Assessment = Assessed['assessments'][number];

describe('assessments without a file', () => {
  it('are those in force that say "met" and name none, the oldest first', () => {
    const assessed = (code: string, ...assessments: Partial<Assessment>[]): Assessed => ({
      ...{ id: code, code, title: code },
      assessments: assessments.map((given) => ({
        ...{ id: code, status: 'compliant', details: null, evidenceIds: [], expiredAssessmentId: null },
        ...{ createdAt: '2026-11-01T08:00:00.000Z', assessedBy: { id: 'ann', name: 'Ann' } },
        ...given,
      })),
    });
    const found = unproven([
      assessed('later', { createdAt: '2026-11-02T08:00:00.000Z', details: 'Seen.' }),
      assessed('earlier', {}),
      assessed('proven', { evidenceIds: ['minutes'] }),
      assessed('not met', { status: 'non_compliant' }),
      assessed('expired', { expiredAssessmentId: 'before' }),
      assessed('open'),
    ]);
    expect(found.map(({ code }) => code)).toEqual(['earlier', 'later']);
  });
});
