import { describe, expect, it } from 'vitest';
import {
  blankBeginning,
  inForceOf,
  replacedOf,
  withArtifact,
  type Assessment,
  type Attachable,
} from '../../src/dashboard/app/pages/mapping/beginning.rules.js';

const NOW = new Date('2026-06-01T00:00:00Z');

const artifact = (id: string, more: Partial<Attachable> = {}): Attachable => ({
  ...{ id, title: id, version: 1, versionsTotal: 1, createdAt: '2026-01-01T00:00:00Z' },
  ...{ currentId: id, current: { id, version: 1 }, withdrawal: null },
  ...more,
});
const assessment = (evidence: Attachable[], more: Partial<Assessment> = {}): Assessment => ({
  ...{ status: 'compliant', details: 'Seen.', expiresAt: null, expiredAssessmentId: null },
  ...{ evidence, evidenceIds: evidence.map(({ id }) => id) },
  ...more,
});
const idsOf = ({ artifacts }: ReturnType<typeof blankBeginning>) => artifacts.map(({ id }) => id);
const withdrawn = { withdrawal: { reasonCode: 'other' } } as const;
const older = artifact('policy-1', { currentId: 'policy-2', current: { id: 'policy-2', version: 2 } });
const newer = artifact('policy-2', { version: 2, versionsTotal: 2, current: { id: 'policy-2', version: 2 } });

describe('the form of an assessment begins', () => {
  it('without a judgement, with what waits as evidence and is not withdrawn', () => {
    const beginning = blankBeginning([artifact('x'), artifact('y', withdrawn)]);
    expect([beginning.status, beginning.details, idsOf(beginning)]).toEqual(['', '', ['x']]);
  });

  it('with the assessment in force and the artifact that is added', () => {
    const inForce = assessment([artifact('x')], { expiresAt: '2027-01-31T23:59:59.000Z' });
    const beginning = withArtifact({
      inForce,
      linked: [artifact('z')],
      artifact: artifact('y'),
      instead: undefined,
      now: NOW,
    });
    expect(beginning).toMatchObject({ status: 'compliant', details: 'Seen.', lastDay: '2027-01-31' });
    expect(idsOf(beginning)).toEqual(['x', 'y']);
  });

  it('with a newer version in the place of the older one, whether or not that is named', () => {
    const inForce = assessment([older, artifact('x')]);
    for (const instead of ['policy-1', undefined]) {
      expect(idsOf(withArtifact({ inForce, linked: [], artifact: newer, instead, now: NOW }))).toEqual([
        'x',
        'policy-2',
      ]);
    }
  });

  it('with no judgement where none is in force, and never with what is withdrawn', () => {
    const beginning = withArtifact({
      ...{ inForce: null, linked: [artifact('x')], artifact: artifact('y', withdrawn), instead: undefined, now: NOW },
    });
    expect([beginning.status, idsOf(beginning)]).toEqual(['', ['x']]);
  });
});

describe('an assessment', () => {
  it('is in force as the newest, unless it withdraws a judgement or records an expiry', () => {
    const found = [
      inForceOf([assessment([]), assessment([older])])?.evidenceIds,
      inForceOf([assessment([], { status: 'not_assessed' })]),
      inForceOf([assessment([], { expiredAssessmentId: 'b' })]),
      inForceOf([]),
    ];
    expect(found).toEqual([[], null, null, null]);
  });

  it('rests on a replaced version where the current one is newer, not where the newer one is withdrawn', () => {
    const back = artifact('b-2', { version: 2, currentId: 'b-1', current: { id: 'b-1', version: 1 } });
    expect(replacedOf(assessment([older, newer, back]))).toEqual([
      { id: 'policy-1', title: 'policy-1', version: 1, newer: { id: 'policy-2', version: 2 } },
    ]);
    expect(replacedOf(null)).toEqual([]);
  });
});
