import { describe, expect, it } from 'vitest';
import {
  isUnmet,
  missingByMapping,
  partOfRow,
  standingOf,
} from '../../src/dashboard/app/pages/controls/missing.rules.js';

const part = (id: string, action: string) => ({ action, universalControl: { id, code: id, title: id } });
const mapping = (id: string, state: 'shown' | 'contradicted' | 'open', status?: string) => ({
  mapping: { universalControl: { id } },
  state,
  assessment: status === undefined ? null : { status },
});

describe('what is missing of a control', () => {
  it('stands once for each universal control, what fails first, by tests or by a judgement', () => {
    const missing = [part('A', 'assess'), part('B', 'assess'), part('B', 'repair'), part('C', 'assess')];
    const rows = missingByMapping(missing, [
      mapping('A', 'open'),
      mapping('B', 'contradicted'),
      mapping('C', 'open', 'non_compliant'),
    ]);
    expect(
      rows.map(({ universalControl, parts, standing }) => [
        universalControl.id,
        parts.map((each) => each.action),
        standing,
      ]),
    ).toEqual([
      ['B', ['repair', 'assess'], 'failed'],
      ['C', ['assess'], 'failed'],
      ['A', ['assess'], 'open'],
    ]);
  });

  it('is shown in part alone by a compliant assessment without a note or evidence, and in full by one that shows the mapping', () => {
    expect(standingOf(mapping('A', 'open', 'compliant'))).toBe('part');
    expect(standingOf(mapping('A', 'shown', 'compliant'))).toBe('shown');
    expect(standingOf(mapping('A', 'contradicted', 'compliant'))).toBe('failed');
    expect(standingOf(mapping('A', 'open', 'partially_compliant'))).toBe('open');
    expect(standingOf(mapping('A', 'open'))).toBe('open');
  });

  it('is judged not to be met by an assessment alone', () => {
    const judged = [null, 'compliant', 'not_assessed', 'partially_compliant', 'non_compliant'].map((status) =>
      isUnmet({ assessment: status === null ? null : { status } }),
    );
    expect(judged).toEqual([false, false, false, true, true]);
  });

  it('stands at its element: the most urgent part that names it or the whole mapping, none where it is shown', () => {
    const missing = [
      { ...part('A', 'assess'), elements: [] },
      { ...part('A', 'repair'), elements: [2] },
      { ...part('A', 'not_mapped'), elements: [] },
      { ...part('B', 'repair'), elements: [1] },
    ];
    const of = (number: number, standing: 'open' | 'shown') =>
      partOfRow(missing, { mapping: mapping('A', 'open'), element: { number }, standing })?.action;
    expect([of(1, 'open'), of(2, 'open'), of(2, 'shown')]).toEqual(['assess', 'repair', undefined]);
    const strange = { mapping: mapping('C', 'open'), element: { number: 1 }, standing: 'open' as const };
    expect(partOfRow(missing, strange)).toBeUndefined();
  });
});
