import { describe, expect, it } from 'vitest';
import type { Catalogue, Control } from '../../src/modules/catalogue/catalogue.js';
import { buildCatalogue } from '../../src/modules/catalogue/catalogue-build.js';
import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import { countTestability, testabilityOf, testableElements } from '../../src/modules/catalogue/testability.rules.js';
import { controlResult, type ElementVote } from '../../src/modules/scans/element-result.rules.js';
import { sound } from './lint/sound-content.js';
import { catalogueOf, numbersByPlace } from './shipped.js';

const built = (content: Content) => buildCatalogue(content, numbersByPlace(content));

/** soc2 A1 is equal to UCF-T-01, soc2 A2 a subset of UCF-T-02 that asks for its elements 1 and 2. */
function countsOf(change: (made: ReturnType<typeof sound>) => void) {
  const made = sound();
  const [, second] = made.domain.universal_controls;
  for (const mapping of second?.mappings ?? []) mapping.covers = [1, 2];
  change(made);
  const catalogue = built(made.content);
  const soc2 = catalogue.frameworks.find(({ slug }) => slug === 'soc2');
  if (!soc2) throw new Error('the content has no soc2');
  return countTestability(soc2, testableElements(catalogue));
}

describe('how far tests decide the controls of a framework', () => {
  it('is in full where tests can show every element that a full mapping covers', () => {
    expect(countsOf(({ check }) => (check.decides = { 'UCF-T-02': [1, 2] }))).toEqual({
      ...{ controls: 2, full: 1, part: 0, none: 1, failable: 1, supported: 0 },
    });
  });

  it('is in part where they decide some of its elements, as for a manual control of which they decide all', () => {
    expect(countsOf(({ check }) => (check.decides = { 'UCF-T-02': [1] }))).toMatchObject({ full: 0, part: 1, none: 1 });
    const ofManual = countsOf(({ check, soc2 }) => {
      check.decides = { 'UCF-T-02': [1, 2] };
      for (const control of soc2.controls) control.method = 'manual';
    });
    expect(ofManual).toMatchObject({ full: 0, part: 1, none: 1, failable: 1 });
  });

  it('is in part where a family of rules can only fail it', () => {
    const counts = countsOf(({ check, content }) => {
      check.decides = {};
      check.supports = ['UCF-T-01'];
      for (const family of content.families) Object.assign(family, { decides: { 'UCF-T-02': [1, 2] }, supports: [] });
    });
    expect(counts).toEqual({ controls: 2, full: 0, part: 1, none: 1, failable: 1, supported: 1 });
  });

  it('is nothing where checks only support it, of which those by our own checks are counted apart', () => {
    const counts = countsOf(({ check }) => Object.assign(check, { decides: {}, supports: ['UCF-T-01'] }));
    expect(counts).toEqual({ controls: 2, full: 0, part: 0, none: 2, failable: 0, supported: 1 });
  });

  it('agrees with the results of scans on every shipped control', () => {
    const catalogue = catalogueOf();
    const { shown, decided } = testableElements(catalogue);
    const [bestCase, worstCase] = [votesOn(catalogue, shown, 'pass'), votesOn(catalogue, decided, 'fail')];
    const results = ({ method, mappings }: Control) => ({
      canPass: controlResult({ method, mappings } as Control, bestCase) === 'pass',
      canFail: controlResult({ method, mappings } as Control, worstCase) === 'fail',
    });
    const expected = { full: [true, true], part: [false, true], none: [false, false] } as const;
    for (const control of catalogue.controls) {
      const [canPass, canFail] = expected[testabilityOf(control, { shown, decided })];
      expect(results(control), control.controlId).toEqual({ canPass, canFail });
    }
  });
});

/** The same vote on each of some elements. */
function votesOn({ universalControls }: Catalogue, codes: ReadonlySet<number>, result: 'pass' | 'fail') {
  const CODES_EACH = 8;
  return new Map(
    [...codes].flatMap((code): [number, ElementVote][] => {
      const universalControl = universalControls.find(({ no }) => no === Math.floor(code / CODES_EACH));
      return universalControl
        ? [
            [
              code,
              {
                universalControl,
                element: code % CODES_EACH,
                result,
                found: result,
                otherwise: 'pass',
                customRules: [],
              },
            ],
          ]
        : [];
    }),
  );
}
