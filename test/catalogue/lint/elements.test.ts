import { describe, expect, it } from 'vitest';
import { findingsOf, type Sound } from './sound-content.js';

const second = ({ domain }: Sound) => domain.universal_controls.filter(({ code }) => code === 'UCF-T-02');

describe('what a mapping covers', () => {
  it.each([
    [[4], ['element 4, which does not exist']],
    [[3, 2, 1], ['elements that are not in ascending order']],
    [[1, 1, 2], ['elements that are not in ascending order']],
    [
      [2, 5, 4],
      [
        'element 4, which does not exist',
        'element 5, which does not exist',
        'elements that are not in ascending order',
      ],
    ],
  ])('is not %j of three elements', (covers, problems) => {
    const found = findingsOf(({ universal }) => {
      for (const each of universal.mappings)
        if (each.framework === 'soc2') Object.assign(each, { covers, asks_more: true });
    });
    expect(found).toEqual(problems.map((each) => `ucf/t.yaml UCF-T-01 its mapping to soc2 A1 covers ${each}`));
  });

  it('may be any of the elements in ascending order', () => {
    expect(
      findingsOf((content) =>
        second(content).forEach((each) => each.mappings.forEach((mapping) => (mapping.covers = [1, 3]))),
      ),
    ).toEqual([]);
  });
});

describe('an element', () => {
  it('is written once, whatever its capitals', () => {
    expect(
      findingsOf((content) => second(content).forEach((each) => (each.elements[1] = 'KEYS are counted.'))),
    ).toEqual(['ucf/t.yaml UCF-T-02 has an element of UCF-T-01: KEYS are counted.']);
  });

  it('is written once in a universal control', () => {
    expect(findingsOf(({ universal }) => (universal.elements[2] = 'Keys are counted.'))).toEqual([
      'ucf/t.yaml UCF-T-01 has an element of UCF-T-01: Keys are counted.',
    ]);
  });

  it('is a sentence', () => {
    expect(findingsOf(({ universal }) => (universal.elements[0] = 'Register of keys'))).toEqual([
      'ucf/t.yaml UCF-T-01 has an element without a full stop: Register of keys',
    ]);
  });
});
