import { describe, expect, it } from 'vitest';
import { ASSESSMENT_DAYS as COUNTED_DAYS } from '../../src/modules/scores/freshness.rules.js';
import { basisOf } from '../../src/dashboard/app/pages/controls/basis.rules.js';
import { ASSESSMENT_DAYS, inDateUntil } from '../../src/dashboard/app/parts/proof.rules.js';

const IN_FORCE = { id: 'a', assessedAt: '2026-10-29T08:00:00.000Z', expiresAt: null, withdrawnEvidenceIds: [] };
const A_YEAR_LATER = '2027-10-29T08:00:00.000Z';

describe('what an assessment rests on', () => {
  it('is a note, files, or both', () => {
    const file = { id: 'f', expiresAt: null };
    expect(basisOf(IN_FORCE, { id: 'a', details: 'Seen.', evidence: [] })).toEqual({
      on: 'note',
      files: 0,
      inDateUntil: A_YEAR_LATER,
    });
    expect(basisOf(IN_FORCE, { id: 'a', details: ' ', evidence: [file] })?.on).toBe('files');
    expect(basisOf(IN_FORCE, { id: 'a', details: 'Seen.', evidence: [file, file] })).toMatchObject({
      on: 'both',
      files: 2,
    });
    expect(
      basisOf({ ...IN_FORCE, withdrawnEvidenceIds: ['f'] }, { id: 'a', details: 'Seen.', evidence: [file] }),
    ).toMatchObject({ on: 'note', files: 0 });
    expect(basisOf(IN_FORCE, { id: 'a', details: null, evidence: [] })?.on).toBe('nothing');
  });

  it('is in date as long as scores count it so, and no longer than it and its files last', () => {
    expect(ASSESSMENT_DAYS).toBe(COUNTED_DAYS);
    const early = '2027-01-01T00:00:00.000Z';
    const file = { id: 'f', expiresAt: early };
    expect(basisOf(IN_FORCE, { id: 'a', details: null, evidence: [file] })?.inDateUntil).toBe(early);
    expect(basisOf({ ...IN_FORCE, expiresAt: early }, { id: 'a', details: 'Seen.', evidence: [] })?.inDateUntil).toBe(
      early,
    );
  });

  it('is not claimed where another assessment was recorded since', () => {
    expect(basisOf(IN_FORCE, { id: 'b', details: 'Seen.', evidence: [] })).toBeNull();
    expect(basisOf(IN_FORCE, undefined)).toBeNull();
  });
});

describe('the day until which an assessment is in date', () => {
  it('is 365 days after it was made, or its own end where that is earlier', () => {
    const assessedAt = '2026-01-01T12:00:00.000Z';
    expect(inDateUntil({ assessedAt, expiresAt: null })).toBe('2027-01-01T12:00:00.000Z');
    expect(inDateUntil({ assessedAt, expiresAt: '2026-06-01T00:00:00Z' })).toBe('2026-06-01T00:00:00.000Z');
    expect(inDateUntil({ assessedAt, expiresAt: '2028-06-01T00:00:00Z' })).toBe('2027-01-01T12:00:00.000Z');
  });
});
