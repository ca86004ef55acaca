import { describe, expect, it } from 'vitest';
import type { ControlStatus } from '../../src/modules/posture/posture.js';
import { isSprsDue, sprsOf } from '../../src/modules/scope/sprs.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';

const catalogue = catalogueOf();
const frameworkOf = (slug: string) => {
  const framework = catalogue.frameworkBySlug.get(slug);
  if (!framework) throw new Error(`no framework ${slug}`);
  return framework;
};
const cmmc = frameworkOf('cmmc');
/** The score where all is passed but these. */
const scoreWith = (others: Record<string, ControlStatus>) =>
  sprsOf(cmmc, ({ controlId }) => others[controlId] ?? 'passed');

// Points of 32 CFR 170.24(c)(2): AC.L2-3.1.1 has 5, AU.L2-3.3.5 has 5, AC.L2-3.1.12 has 5, AC.L2-3.1.3 has 1.
describe('the score of a level 2 assessment', () => {
  it('is 110 where every requirement is implemented', () => {
    expect(scoreWith({})).toEqual({
      score: 110,
      max: 110,
      lostToFailed: 0,
      lostToNotAssessed: 0,
      hasSecurityPlan: true,
    });
  });

  it('is -203 where none is but the system security plan', () => {
    const score = sprsOf(cmmc, ({ controlId }) => (controlId === 'CA.L2-3.12.4' ? 'passed' : 'failed'));
    expect(score?.score).toBe(-203);
  });

  it('loses the points of failed requirements and of those that nobody has looked at', () => {
    expect(scoreWith({ 'AC.L2-3.1.1': 'failed', 'AC.L2-3.1.3': 'not_assessed' })).toMatchObject({
      score: 104,
      lostToFailed: 5,
      lostToNotAssessed: 1,
    });
  });

  it('loses nothing to what is not applicable, nor to requirements of other levels', () => {
    expect(
      scoreWith({ 'AC.L2-3.1.1': 'not_applicable', 'AC.L1-b.1.i': 'failed', 'AC.L3-3.1.2e': 'failed' })?.score,
    ).toBe(110);
  });

  it('does not exist without a system security plan', () => {
    expect(scoreWith({ 'CA.L2-3.12.4': 'not_assessed' })).toMatchObject({ score: null, hasSecurityPlan: false });
  });

  it('does not exist for frameworks without points', () => {
    expect(sprsOf(frameworkOf('soc2'), () => 'passed')).toBeNull();
  });

  it.each([
    [null, false],
    [['1'], false],
    [['1', '2'], true],
    [['1', '2', '3'], false],
  ])('for the selected levels %j is due: %s', (selected, isDue) => {
    expect(isSprsDue(selected)).toBe(isDue);
  });
});
