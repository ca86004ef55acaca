import { describe, expect, it } from 'vitest';
import { findingsOf, type Sound } from './sound-content.js';

const rest =
  'so that nobody has to remember which of the many doors of the old building was the one that never closed.';

describe('a sentence', () => {
  it.each<[string, (content: Sound, sentence: string) => void]>([
    ['a universal control', ({ universal }, sentence) => (universal.description += ` ${sentence}`)],
    ['a check', ({ check }, sentence) => (check.rationale += ` ${sentence}`)],
    [
      'a control of another framework',
      ({ cmmc }, sentence) =>
        cmmc.controls.forEach((each) => each.control_id !== 'L1' || (each.description += ` ${sentence}`)),
    ],
  ])('of a control is not used again in %s, in another spelling either', (_where, repeat) => {
    const findings = findingsOf((content) => {
      content.control.description += ' Doors, too, are shut.';
      repeat(content, 'Doors too are SHUT.');
    });
    expect(findings).toEqual([expect.stringMatching(/ repeats a sentence of (A1|L1): Doors/)]);
  });

  it('may be the same words in a name: titles and evidence repeat', () => {
    const findings = findingsOf(({ control, universal }) => {
      universal.example_evidence = control.example_evidence;
      universal.title = control.title;
    });
    expect(findings).toEqual([]);
  });
});

describe('the beginning of a text', () => {
  it('does not share six words with another of its kind', () => {
    const findings = findingsOf(({ control, universal }) => {
      control.description = `Every evening a guard walks around ${rest}`;
      universal.description = `Every evening, a guard walks around and counts the keys that hang in the box, then signs the sheet beside it.`;
    });
    expect(findings).toEqual(['ucf/t.yaml UCF-T-01 opens like A1, description: every evening a guard walks around']);
  });

  it('may share five', () => {
    const findings = findingsOf(({ control, universal }) => {
      control.description = `Every evening a guard walks past ${rest}`;
      universal.description = `Every evening, a guard walks around and counts the keys that hang in the box, then signs the sheet beside it.`;
    });
    expect(findings).toEqual([]);
  });

  it('shares three words with at most four others, but for questions, which have few ways to begin', () => {
    const openings = (count: number) =>
      findingsOf(({ soc2, control }) => {
        soc2.controls = Array.from({ length: count }, (_, nth) => ({
          ...control,
          control_id: `A${nth}`,
          description: `The clerk writes ${numbered(nth, 20)}.`,
          audit_question: `Does the clerk ${numbered(nth, 8)}?`,
        }));
      }).filter((finding) => finding.includes('opens like'));
    expect(openings(5)).toEqual([]);
    expect(openings(6)).toEqual(['frameworks/soc2.yaml A5 opens like A0, description: the clerk writes']);
  });
});

/** Words that no other number has. */
const numbered = (nth: number, count: number) =>
  Array.from({ length: count }, (_, index) => `w${nth}x${index}`).join(' ');

describe('a run of ten words', () => {
  const run = 'the box of keys that hangs behind the door of';

  it('stands in one text alone, whatever its kind', () => {
    const findings = findingsOf(({ control, check }) => {
      control.description = `Nobody opens ${run} the porter without a second person who watches and signs the sheet that lies there.`;
      check.rationale = `Whoever finds ${run} somebody else can take what hangs in it.`;
    });
    expect(findings).toEqual([
      `checks/aws/s3.yaml aws.s3.bucket-locked check rationale shares words with description of A1: ${run}`,
    ]);
  });

  it('may be nine words', () => {
    const nine = run.split(' ').slice(0, 9).join(' ');
    const findings = findingsOf(({ control, check }) => {
      control.description = `Nobody opens ${nine} without a second person who watches and then signs the sheet that lies there.`;
      check.rationale = `Whoever finds ${nine} can take what hangs in it, and go.`;
    });
    expect(findings).toEqual([]);
  });
});
