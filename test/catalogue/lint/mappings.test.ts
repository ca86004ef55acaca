import { describe, expect, it } from 'vitest';
import { findingsOf, line, type Sound } from './sound-content.js';

const rationale = 'Both want the doors of the archive to be shut at night, which is all there is to it.';

/** The second universal control, a subset of which is soc2 A2. */
const second = ({ domain }: Sound) => domain.universal_controls.filter(({ code }) => code === 'UCF-T-02');

describe('equal', () => {
  it('is said of one universal control alone', () => {
    expect(
      findingsOf((content) =>
        second(content).forEach((each) => each.mappings.push(line('soc2', 'A1', 'equal', rationale))),
      ),
    ).toEqual(['ucf/t.yaml UCF-T-02 is equal to soc2 A1, which is equal to UCF-T-01 already']);
  });

  it('is said of one control of a framework alone', () => {
    expect(findingsOf(({ universal }) => universal.mappings.push(line('soc2', 'A2', 'equal', rationale)))).toEqual([
      'ucf/t.yaml UCF-T-01 is equal to soc2 A2 and to soc2 A1',
    ]);
  });

  it('may be said of a control that is part of another universal control as well', () => {
    expect(
      findingsOf((content) =>
        second(content).forEach((each) => each.mappings.push(line('soc2', 'A1', 'subset', rationale))),
      ),
    ).toEqual([]);
  });
});

describe('the rationale of equal', () => {
  const changed = (text: string) =>
    findingsOf(({ universal }) =>
      universal.mappings.forEach((each) => {
        if (each.control_id === 'A1') each.rationale = text;
      }),
    );

  it.each([
    ['Counting is shared, and A1 adds the colour of the labels to it, which nobody else has ever asked for.', 'adds'],
    ['Counting is shared by the two, whereas the colour of the labels is asked for by one of them alone.', 'whereas'],
    ['All of A1 is in it, and beyond that the labels have to have a colour, on each side of the door.', 'beyond'],
  ])('states no difference: %s', (text, word) => {
    expect(changed(text)).toEqual([
      `ucf/t.yaml UCF-T-01 is equal to soc2 A1, and its rationale says otherwise: ${word}`,
    ]);
  });

  it.each([
    'Counting and labelling are named by A1 item after item, and there is nothing beyond it on either side.',
    'Counting and labelling are named by both of them, item after item, so that nothing is left over at all.',
  ])('may deny one: %s', (text) => {
    expect(changed(text)).toEqual([]);
  });
});

describe('twins of CMMC', () => {
  const broken = 'ucf/t.yaml UCF-T-01 is equal to cmmc L2 and to cmmc L1';

  it.each<[string, (content: Sound) => void]>([
    [
      'both from the same source',
      ({ cmmc }) => cmmc.controls.forEach((each) => (each.source_requirement = 'NIST SP 800-171 r2 3.1.1')),
    ],
    ['without a source', ({ cmmc }) => cmmc.controls.forEach((each) => delete each.source_requirement)],
    ['of one level', ({ cmmc }) => cmmc.controls.forEach((each) => (each.level = 2))],
    [
      'with the third level',
      ({ cmmc }) => cmmc.controls.forEach((each) => each.control_id === 'L1' || (each.level = 3)),
    ],
  ])('are no twins %s', (_how, change) => {
    expect(findingsOf(change)).toEqual([broken]);
  });

  it('are no twins in another framework', () => {
    const renamed = findingsOf(({ cmmc, universal }) => {
      cmmc.slug = 'hitrust';
      for (const each of universal.mappings) if (each.framework === 'cmmc') each.framework = 'hitrust';
    });
    expect(renamed).toEqual(['ucf/t.yaml UCF-T-01 is equal to hitrust L2 and to hitrust L1']);
  });
});

describe('a mapping', () => {
  it('is not there twice, whatever the relationship', () => {
    expect(findingsOf(({ universal }) => universal.mappings.push(line('soc2', 'A1', 'subset', rationale)))).toEqual([
      'ucf/t.yaml UCF-T-01 is mapped to soc2 A1 twice',
    ]);
  });

  it('leads to a control that exists', () => {
    expect(findingsOf(({ universal }) => universal.mappings.push(line('soc2', 'A3', 'subset', rationale)))).toEqual([
      'ucf/t.yaml UCF-T-01 is mapped to soc2 A3, which does not exist',
    ]);
  });

  it('is there for every control and every universal control', () => {
    expect(findingsOf((content) => second(content).forEach((each) => (each.mappings = [])))).toEqual([
      'frameworks/soc2.yaml A2 no universal control is mapped to it',
      'ucf/t.yaml UCF-T-02 it is mapped to no control',
    ]);
  });
});
