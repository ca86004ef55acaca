import { describe, expect, it } from 'vitest';
import { lintContent } from '../../../src/modules/catalogue/lint/lint.rules.js';
import { findingsOf, line, sound, type Sound } from './sound-content.js';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

describe('content with nothing wrong', () => {
  it('has no finding', () => {
    expect(lintContent(sound().content)).toEqual([]);
  });
});

describe('the length of a text', () => {
  it.each<[string, string, number, number, (content: Sound, text: string) => void]>([
    ['a control', 'description', 20, 80, ({ control }, text) => (control.description = `${text}.`)],
    ['a universal control', 'description', 20, 80, ({ universal }, text) => (universal.description = `${text}.`)],
    ['a control', 'audit question', 8, 35, ({ control }, text) => (control.audit_question = `${text}?`)],
    ['a control', 'example evidence', 2, 15, ({ control }, text) => (control.example_evidence[0] = text)],
    ['a control', 'title', 1, 12, ({ control }, text) => (control.title = text)],
    ['a universal control', 'element', 3, 30, ({ universal }, text) => (universal.elements[1] = `${text}.`)],
    [
      'a mapping',
      'rationale',
      10,
      45,
      ({ universal }, text) => universal.mappings.forEach((each, nth) => nth > 0 || (each.rationale = `${text}.`)),
    ],
    ['a check', 'check fault', 3, 16, ({ check }, text) => (check.fault = text)],
    ['a check', 'check description', 10, 45, ({ check }, text) => (check.description = `${text}.`)],
    ['a check', 'check rationale', 10, 45, ({ check }, text) => (check.rationale = `${text}.`)],
    ['a check', 'remediation summary', 5, 25, ({ check }, text) => (check.remediation.summary = `${text}.`)],
    [
      'a check',
      'step instruction',
      6,
      45,
      ({ check }, text) => check.remediation.steps.forEach((step) => (step.instruction = `${text}.`)),
    ],
    [
      'a check',
      'step title',
      2,
      9,
      ({ check }, text) => check.remediation.steps.forEach((step) => (step.title = text)),
    ],
  ])('of %s, %s, is from %i to %i words', (_owner, kind, min, max, set) => {
    for (const count of [min, max]) expect(findingsOf((content) => set(content, words(count)))).toEqual([]);
    for (const count of [min - 1, max + 1]) {
      expect(findingsOf((content) => set(content, words(count)))).toContainEqual(
        expect.stringContaining(`${kind} has ${count} words, not ${min} to ${max}: `),
      );
    }
  });
});

describe('the form of a text', () => {
  it('is one sentence in an element, which names its criterion', () => {
    expect(findingsOf(({ universal }) => (universal.elements[0] = 'Keys are signed for. They are counted.'))).toEqual([
      'ucf/t.yaml UCF-T-01 element is not one sentence: Keys are signed for. They are counted.',
    ]);
    expect(findingsOf(({ universal }) => (universal.elements[0] = 'Keys are properly kept.'))).toEqual([
      'ucf/t.yaml UCF-T-01 element says "properly" (say what distinguishes right from wrong): Keys are properly kept.',
    ]);
  });

  it('is named with its file and its entry', () => {
    expect(findingsOf(({ control }) => (control.audit_question = 'Tell me what you do about lost keys here.'))).toEqual(
      ['frameworks/soc2.yaml A1 audit question is no question: Tell me what you do about lost keys here.'],
    );
  });

  it('is a sentence for a description', () => {
    const half =
      'Nobody leaves the site with a laptop that has not been encrypted first, because laptops are stolen from cars and';
    expect(findingsOf(({ control }) => (control.description = half))).toEqual([
      expect.stringContaining('frameworks/soc2.yaml A1 description does not end as a sentence: '),
    ]);
  });

  it('is one sentence for a rationale', () => {
    const two = 'Laptops and keys are both things to be counted. Counting is the whole of the one and of the other.';
    const [finding, ...more] = findingsOf(({ universal }) =>
      universal.mappings.splice(0, 1, line('soc2', 'A1', 'equal', two)),
    );
    expect([finding, more]).toEqual([
      'ucf/t.yaml UCF-T-01 to soc2 A1 rationale is not one sentence: Laptops and keys are both things to be counted. Counting is the whole of the ...',
      [],
    ]);
  });

  it('does not take the dots of numbers and names for ends of sentences', () => {
    const one =
      'Section 4.2 of the standard, e.g. its clause A.5.1, is shared, whereas v1.2 of the tool is named here alone.';
    expect(findingsOf(({ check }) => (check.remediation.summary = one))).toEqual([]);
  });
});

describe('words that say nothing', () => {
  const description = (text: string) =>
    findingsOf(({ control }) => (control.description = `${text} ${words(20)}.`)).map(
      (each) => /says "(.+?)"/.exec(each)?.[1],
    );

  it.each([
    ['Ensure that doors are shut', 'Ensure'],
    ['Doors are properly shut', 'properly'],
    ['Unauthorised people stay out', 'Unauthorised'],
    ['Doors are shut in an appropriate way', 'appropriate'],
    ['Doors have suitable locks', 'suitable'],
    ['Locks are adequate', 'adequate'],
    ['Doors are shut where necessary, and', 'where necessary,'],
    ['Following best practice', 'best practice'],
    ['Locks of industry-standard quality', 'industry-standard'],
    ['A robust door', 'robust'],
    ['Leverage the lock', 'Leverage'],
    ['In order to shut doors', 'In order to'],
    ['Doors and/or windows', 'and/or'],
    ['Doors, windows etc are shut', 'etc'],
    ['Doors shall be shut', 'shall'],
    ['Under this control', 'this control'],
    ['TODO doors', 'TODO'],
  ])('are found in "%s"', (text, word) => {
    expect(description(text)).toEqual([word]);
  });

  it.each([
    'HIPAA asks for what is reasonable and appropriate in size',
    'The review judges whether it stays suitable, adequate and effective',
    'Everyone has a right to adequate notice',
    'The file is /etc/ssh/sshd_config and',
  ])('are not found in "%s"', (text) => {
    expect(description(text)).toEqual([]);
  });

  it('are let be in titles that others gave', () => {
    const titled = findingsOf(({ control, check }) => {
      control.title = 'Authorization and/or supervision';
      check.references = ['Security best practices in IAM'];
    });
    expect(titled).toEqual([]);
  });
});

describe('example evidence', () => {
  it('is three to six artifacts', () => {
    expect(findingsOf(({ control }) => (control.example_evidence = ['Key register', 'Key count']))).toEqual([
      'frameworks/soc2.yaml A1 example evidence has 2 items, not 3 to 6',
    ]);
  });

  it('names each artifact once', () => {
    expect(
      findingsOf(({ universal }) => (universal.example_evidence = ['Key register', 'Receipts kept', 'key register'])),
    ).toEqual(['ucf/t.yaml UCF-T-01 example evidence names an artifact twice']);
  });
});

describe('the categories of a framework', () => {
  it('are those that it declares', () => {
    expect(findingsOf(({ control }) => (control.category = 'Windows'))).toEqual([
      'frameworks/soc2.yaml A1 category "Windows" is not declared',
    ]);
  });

  it('are declared once and have a control', () => {
    expect(findingsOf(({ soc2 }) => (soc2.categories = ['Doors', 'Windows', 'Doors']))).toEqual([
      'frameworks/soc2.yaml soc2 category "Doors" is declared twice',
      'frameworks/soc2.yaml soc2 category "Windows" has no control',
    ]);
  });
});
