import { describe, expect, it } from 'vitest';
import { isSprsDue, sprsOf, type RequirementOutcome } from '../../src/modules/scope/sprs.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';

const catalogue = catalogueOf();
const frameworkOf = (slug: string) => {
  const framework = catalogue.frameworkBySlug.get(slug);
  if (!framework) throw new Error(`no framework ${slug}`);
  return framework;
};
const cmmc = frameworkOf('cmmc');
/** The score where all is passed but these. */
const scoreWith = (others: Record<string, RequirementOutcome['status'] | 'in_part'>) =>
  sprsOf(cmmc, ({ controlId }) => outcome(others[controlId] ?? 'passed'));
const outcome = (status: RequirementOutcome['status'] | 'in_part', isInPart = false): RequirementOutcome =>
  status === 'in_part'
    ? { status: 'passed', level: 'partial', isInPart }
    : { status, level: status === 'passed' ? 'full' : null, isInPart };

// Points of 32 CFR 170.24(c)(2): AC.L2-3.1.1 has 5, AU.L2-3.3.5 has 5, AC.L2-3.1.12 has 5, AC.L2-3.1.3 has 1.
describe('the score of a level 2 assessment', () => {
  it('is 110 where every requirement is implemented', () => {
    expect(scoreWith({})).toEqual({
      score: 110,
      assuredScore: 110,
      max: 110,
      lostToFailed: 0,
      lostToNotAssessed: 0,
      lostToPartial: 0,
      partlyImplemented: [],
      lostToPartlyImplemented: 0,
      hasSecurityPlan: true,
    });
  });

  it('is -203 where none is but the system security plan', () => {
    const score = sprsOf(cmmc, ({ controlId }) => outcome(controlId === 'CA.L2-3.12.4' ? 'passed' : 'failed'));
    expect(score?.score).toBe(-203);
  });

  it('loses the points of failed requirements and of those that nobody has looked at', () => {
    expect(scoreWith({ 'AC.L2-3.1.1': 'failed', 'AC.L2-3.1.3': 'not_assessed' })).toMatchObject({
      score: 104,
      lostToFailed: 5,
      lostToNotAssessed: 1,
    });
  });

  it('loses in its assured form the points of what is passed in part, and nothing of those in the other', () => {
    expect(scoreWith({ 'AC.L2-3.1.1': 'in_part', 'AC.L2-3.1.3': 'failed' })).toMatchObject({
      score: 109,
      assuredScore: 104,
      lostToFailed: 1,
      lostToPartial: 5,
    });
  });

  // 32 CFR 170.24(c)(2)(i)(B)(4): IA.L2-3.5.3 and SC.L2-3.13.11 have 5, and 3 where they are implemented in part.
  it.each(['failed', 'not_assessed'] as const)(
    'loses 3 points, not 5, of each requirement that is %s and declared as implemented in part, and 5 in its assured form',
    (status) => {
      const declared = ['IA.L2-3.5.3', 'SC.L2-3.13.11'];
      const score = sprsOf(cmmc, ({ controlId }) =>
        declared.includes(controlId) ? outcome(status, true) : outcome('passed'),
      );
      expect(score).toMatchObject({
        score: 104,
        assuredScore: 100,
        lostToFailed: 0,
        lostToNotAssessed: 0,
        lostToPartlyImplemented: 6,
      });
      expect(score?.partlyImplemented.map(({ controlId }) => controlId)).toEqual(declared);
    },
  );

  it('loses nothing to a declared part of a requirement that is passed, and all points of one without reduced points', () => {
    const score = sprsOf(cmmc, ({ controlId }) => {
      if (controlId === 'IA.L2-3.5.3') return outcome('passed', true);
      return controlId === 'AC.L2-3.1.1' ? outcome('failed', true) : outcome('passed');
    });
    expect(score).toMatchObject({ score: 105, assuredScore: 105, lostToFailed: 5, partlyImplemented: [] });
  });

  it('has no assured form where the system security plan is shown in part', () => {
    expect(scoreWith({ 'CA.L2-3.12.4': 'in_part' })).toMatchObject({
      score: 110,
      assuredScore: null,
      hasSecurityPlan: true,
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
    expect(sprsOf(frameworkOf('soc2'), () => outcome('passed'))).toBeNull();
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
