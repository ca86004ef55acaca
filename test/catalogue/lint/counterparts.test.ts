import { describe, expect, it } from 'vitest';
import { findingsOf, line, type Sound } from './sound-content.js';

const rationale = 'Both want the doors of the archive to be shut at night, which is all there is to it.';

/** Makes the controls of level 2 with these ids the counterparts of L1. */
function counterparts({ cmmc }: Sound, ids: string[]): void {
  for (const each of cmmc.controls) if (each.control_id === 'L1') each.counterparts = ids;
}

/** Maps a control of CMMC to the second element of UCF-T-02. */
function mapToSecond({ domain }: Sound, controlId: string): void {
  for (const each of domain.universal_controls) {
    if (each.code === 'UCF-T-02') each.mappings.push(line('cmmc', controlId, 'subset', rationale));
  }
}

/** Changes what UCF-T-01 and a control of CMMC have in common. */
function change({ universal }: Sound, controlId: string, overlap: { covers?: number[]; asks_more?: boolean }): void {
  for (const each of universal.mappings) if (each.control_id === controlId) Object.assign(each, overlap);
}

describe('a control with one counterpart', () => {
  it('is mapped as that is', () => {
    expect(findingsOf((content) => counterparts(content, ['L2']))).toEqual([]);
  });

  it('is mapped to nothing else', () => {
    expect(
      findingsOf((content) => {
        counterparts(content, ['L2']);
        mapToSecond(content, 'L1');
      }),
    ).toEqual(['frameworks/cmmc.yaml L1 is mapped to UCF-T-02 (2), and no counterpart is']);
  });

  it('is mapped to all that it is', () => {
    expect(
      findingsOf((content) => {
        counterparts(content, ['L2']);
        mapToSecond(content, 'L2');
      }),
    ).toEqual(['frameworks/cmmc.yaml L1 is not mapped to UCF-T-02 (2), and its counterpart is']);
  });

  it.each([
    [{ covers: [1, 2] }, '(1, 2)'],
    [{ asks_more: true }, '(1, 2, 3 and more)'],
  ])('asks for the same elements: not %j', (overlap, covered) => {
    expect(
      findingsOf((content) => {
        counterparts(content, ['L2']);
        change(content, 'L1', overlap);
      }),
    ).toEqual([
      `frameworks/cmmc.yaml L1 is mapped to UCF-T-01 ${covered}, and no counterpart is`,
      'frameworks/cmmc.yaml L1 is not mapped to UCF-T-01 (1, 2, 3), and its counterpart is',
    ]);
  });
});

describe('a control with several counterparts', () => {
  /** L1, restated by L2 and by L3, a copy of L2 without the mapping. */
  function withTwo(content: Sound): void {
    const { cmmc } = content;
    const [, twin] = cmmc.controls;
    if (twin)
      cmmc.controls.push({
        ...twin,
        control_id: 'L3',
        title: 'Title L3',
        description: DESCRIPTION,
        audit_question: QUESTION,
      });
    mapToSecond(content, 'L3');
    counterparts(content, ['L2', 'L3']);
  }

  it('need not be mapped to all that they are mapped to, nor cover the same', () => {
    expect(
      findingsOf((content) => {
        withTwo(content);
        change(content, 'L1', { covers: [1], asks_more: false });
      }),
    ).toEqual([]);
  });

  it('is mapped to no universal control that none of them is mapped to', () => {
    expect(
      findingsOf((content) => {
        withTwo(content);
        for (const each of content.domain.universal_controls) {
          each.mappings = each.mappings.filter(({ control_id: id }) => id !== 'L3');
        }
        mapToSecond(content, 'L1');
        change(content, 'L2', { covers: [1] });
        content.universal.mappings.push(line('cmmc', 'L3', 'subset', OTHER_RATIONALE));
      }),
    ).toEqual(['frameworks/cmmc.yaml L1 is mapped to UCF-T-02, and no counterpart is']);
  });
});

const DESCRIPTION =
  'Porters write in a ledger by the gate whose van was let in after dark, when it left again, and which of the crates it took away.';
const QUESTION = 'Which van came through the gate last night, and who wrote it down?';
const OTHER_RATIONALE = 'A ledger of vans is one of the ways in which the holders of keys can be counted at all.';
