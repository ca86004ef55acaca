import { describe, expect, it } from 'vitest';
import { BAND_OF_STATUS } from '../../src/dashboard/app/parts/band.rules.js';
import { BAND_OF_STANDING, elementProof, groundsOf } from '../../src/dashboard/app/parts/proof.rules.js';

describe('what shows an element of a control', () => {
  const assessed = { state: 'shown', isTested: false };
  const tested = { state: 'shown', isTested: true };
  const open = { state: 'open', isTested: false };
  const contradicted = { state: 'contradicted', isTested: false };

  it('is its test, or the assessment that shows the whole mapping, and either shows it in full', () => {
    expect(elementProof('passed', tested)).toEqual({ standing: 'shown', source: 'test' });
    expect(elementProof('passed', open)).toEqual({ standing: 'shown', source: 'test' });
    expect(elementProof('unknown', assessed)).toEqual({ standing: 'shown', source: 'assessment' });
    expect(elementProof('held', assessed)).toEqual({ standing: 'shown', source: 'assessment' });
  });

  it('is nothing where neither shows it, or where a test fails it', () => {
    expect(elementProof('unknown', open)).toEqual({ standing: 'open', source: null });
    expect(elementProof('held', open)).toEqual({ standing: 'open', source: null });
    expect(elementProof('unknown', contradicted)).toEqual({ standing: 'open', source: null });
    expect(elementProof('failed', contradicted)).toEqual({ standing: 'failed', source: null });
  });

  it('has the signs of the status of a control, the half disc of what is in part for nothing else', () => {
    expect(BAND_OF_STANDING.shown).toBe(BAND_OF_STATUS.passed);
    expect(BAND_OF_STANDING.failed).toBe(BAND_OF_STATUS.failed);
    expect(BAND_OF_STANDING.open).toBe(BAND_OF_STATUS.not_assessed);
    expect(Object.entries(BAND_OF_STANDING).filter(([, { name }]) => name === 'part')).toHaveLength(1);
  });

  it('rests on a note, on files, on both, or on nothing', () => {
    expect([groundsOf('Seen.', 0), groundsOf(' ', 1), groundsOf('Seen.', 2), groundsOf(null, 0)]).toEqual([
      'note',
      'files',
      'both',
      'nothing',
    ]);
  });
});
