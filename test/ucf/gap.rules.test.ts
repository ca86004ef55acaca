import { describe, expect, it } from 'vitest';
import type { Control, Framework, UniversalControl } from '../../src/modules/catalogue/catalogue.js';
import { relationshipOf } from '../../src/modules/catalogue/relationship.rules.js';
import { askedElements, coverOf, countCovers, gapBetween } from '../../src/modules/ucf/gap.rules.js';
import { mappingMatrixOf } from '../../src/modules/ucf/mapping-matrix.rules.js';
import { catalogueOf } from '../catalogue/shipped.js';

/** Universal controls of four elements each. */
const [A, B] = ['A', 'B'].map((code) => ({ code, elements: ['1.', '2.', '3.', '4.'] })) as unknown as [
  UniversalControl,
  UniversalControl,
];

/** A line of a control: the universal control, the covered elements, and whether the control asks for more. */
type Line = [universalControl: UniversalControl, covers: number[], asksMore?: 'more'];

function control(...lines: Line[]): Control {
  const mappings = lines.map(([universalControl, covers, asksMore]) => ({
    universalControl,
    covers,
    relationship: relationshipOf({ covers, asks_more: asksMore === 'more' }, universalControl.elements),
  }));
  return { mappings } as unknown as Control;
}

const framework = (...controls: Control[]) => ({ controls }) as Framework;
const coverBy = (from: Framework, to: Control) => coverOf(to, askedElements(from)).cover;

describe('the cover of a control by a framework', () => {
  it.each<[string, Line[], Line, 'full' | 'part' | 'none']>([
    ['equal by equal', [[A, [1, 2, 3, 4]]], [A, [1, 2, 3, 4]], 'full'],
    ['equal by superset', [[A, [1, 2, 3, 4], 'more']], [A, [1, 2, 3, 4]], 'full'],
    ['equal by subset', [[A, [1, 2]]], [A, [1, 2, 3, 4]], 'part'],
    [
      'equal by two subsets that hold all of it together',
      [
        [A, [1, 2]],
        [A, [3, 4]],
      ],
      [A, [1, 2, 3, 4]],
      'full',
    ],
    ['subset by a subset with its elements', [[A, [1, 2]]], [A, [2]], 'full'],
    ['subset by a subset with some of its elements', [[A, [1, 2]]], [A, [2, 3]], 'part'],
    ['subset by a subset with none of its elements', [[A, [1, 2]]], [A, [3]], 'none'],
    ['subset by intersects with its elements', [[A, [1, 2], 'more']], [A, [2]], 'full'],
    ['superset by equal, because it asks for more', [[A, [1, 2, 3, 4]]], [A, [1, 2, 3, 4], 'more'], 'part'],
    ['intersects by equal, because it asks for more', [[A, [1, 2, 3, 4]]], [A, [1], 'more'], 'part'],
    ['intersects by intersects with none of its elements', [[A, [1], 'more']], [A, [2], 'more'], 'none'],
    ['equal by nothing', [], [A, [1, 2, 3, 4]], 'none'],
    ['equal by another universal control', [[B, [1, 2, 3, 4]]], [A, [1, 2, 3, 4]], 'none'],
  ])('of %s is right', (_what, from, to, cover) => {
    expect(coverBy(framework(...from.map((line) => control(line))), control(to))).toBe(cover);
  });

  it('is full over one full mapping, whatever the others leave out', () => {
    expect(coverBy(framework(control([A, [1]])), control([A, [1]], [B, [1], 'more']))).toBe('full');
  });

  it('is full over several part mappings only where all that each covers is asked for', () => {
    const to = control([A, [1, 2], 'more'], [B, [3], 'more']);
    expect(coverBy(framework(control([A, [1, 2]], [B, [3]])), to)).toBe('full');
    expect(coverBy(framework(control([A, [1, 2]], [B, [2]])), to)).toBe('part');
    expect(coverBy(framework(control([A, [3]], [B, [2]])), to)).toBe('none');
  });

  it('names the universal controls with a shared element, and no other', () => {
    const to = control([A, [1]], [B, [3], 'more']);
    const { universalControls } = coverOf(to, askedElements(framework(control([A, [1]], [B, [4]]))));
    expect(universalControls).toEqual([A]);
  });

  it('counts only mappings with the wanted relationships', () => {
    const asked = askedElements(framework(control([A, [1, 2, 3, 4]], [B, [1]])));
    const to = control([A, [1, 2, 3, 4]], [B, [1], 'more']);
    const by = (...relations: ('equal' | 'intersects' | 'subset')[]) => coverOf(to, asked, { relations });
    expect(by('equal')).toMatchObject({ cover: 'full', universalControls: [A] });
    expect(by('intersects')).toMatchObject({ cover: 'part', universalControls: [B] });
    expect(by('subset')).toMatchObject({ cover: 'none', universalControls: [] });
  });

  it('is full of every control by its own framework, also of one whose only mapping leaves something out', () => {
    const own = framework(control([A, [1], 'more']), control([B, [1]]));
    expect(gapBetween(own, own).map(({ cover }) => cover)).toEqual(['full', 'full']);
  });
});

describe('the mapping matrix', () => {
  const { frameworks } = catalogueOf();
  const cells = mappingMatrixOf(frameworks);

  it('has in each cell as many full and part controls as the gap of its two frameworks', () => {
    for (const { from, to, fullControls, partControls, totalControls } of cells) {
      const named = (name: string) => {
        const found = frameworks.find((each) => each.name === name);
        if (!found) throw new Error(`there is no ${name}`);
        return found;
      };
      const { full, part, none } = countCovers(gapBetween(named(from), named(to)));
      expect([from, to, fullControls, partControls]).toEqual([from, to, full, part]);
      expect(full + part + none).toBe(totalControls);
    }
  });

  it('has no more full and part controls than share a universal control', () => {
    for (const { fullControls, partControls, coveredControls } of cells) {
      expect(fullControls + partControls).toBeLessThanOrEqual(coveredControls);
    }
  });
});
