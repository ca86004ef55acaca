import { describe, expect, it } from 'vitest';
import { elementRowsOf } from '../../src/dashboard/app/pages/controls/element-rows.rules.js';

const AT = '2026-11-13T10:00:00.000Z';
const LATER = '2026-11-27T10:00:00.000Z';
const vote = (result: string, laterScanAt: string | null = null) => ({ result, evaluatedAt: AT, laterScanAt });
const element = (number: number, state: string, votes: ReturnType<typeof vote>[] = []) => ({ number, state, votes });
const mapping = { state: 'open', isTested: false, assessment: null };

describe('the elements that a status rests on', () => {
  it('stand with what fails first, and say of a failure that it is on hold', () => {
    const rows = elementRowsOf([
      { ...mapping, elements: [element(1, 'passed', [vote('pass')]), element(2, 'unknown')] },
      { ...mapping, elements: [element(3, 'failed', [vote('fail', LATER)]), element(4, 'failed', [vote('fail')])] },
    ]);
    expect(rows.map(({ element: { number }, word, at }) => [number, word, at])).toEqual([
      [3, 'onHold', AT],
      [4, 'failed', AT],
      [2, 'open', null],
      [1, 'shown', AT],
    ]);
  });

  it('claim no proof of an assessment without a note or a file, and none of one that finds it unmet', () => {
    const assessed = (status: string) => ({
      ...mapping,
      assessment: { status, assessedAt: AT },
      elements: [element(1, 'unknown')],
    });
    const [trusted] = elementRowsOf([assessed('compliant')]);
    expect(trusted).toMatchObject({ standing: 'part', word: 'trust', at: AT });
    const [unmet] = elementRowsOf([assessed('partially_compliant')]);
    expect(unmet).toMatchObject({ standing: 'failed', word: 'unmet', at: AT });
  });
});
