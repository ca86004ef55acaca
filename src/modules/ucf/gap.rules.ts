import type { Control, Framework, UniversalControl } from '../catalogue/catalogue.js';
import { isFull, RELATIONSHIPS, type Relationship } from '../catalogue/relationship.rules.js';

/** How far a control is covered by what a framework asks for. */
export const COVERS = ['full', 'part', 'none'] as const;
export type Cover = (typeof COVERS)[number];

/** Numbers of the elements that a framework asks for, by the universal control that has them. */
export type AskedElements = ReadonlyMap<UniversalControl, ReadonlySet<number>>;

/** A control, how far it is covered, and the universal controls over which it is. */
export interface CoveredBy {
  cover: Cover;
  control: Control;
  /** Those of which the one framework asks for an element that the control asks for too, in the order of its mappings. */
  universalControls: UniversalControl[];
}

/** Every element that a control of the framework asks for. What it asks for beyond universal controls is in none of them. */
export function askedElements({ controls }: Pick<Framework, 'controls'>): AskedElements {
  const asked = new Map<UniversalControl, Set<number>>();
  for (const { universalControl, covers } of controls.flatMap(({ mappings }) => mappings)) {
    const numbers = asked.get(universalControl) ?? new Set();
    for (const number of covers) numbers.add(number);
    asked.set(universalControl, numbers);
  }
  return asked;
}

interface CoverOptions {
  /** Relationships of the control's mappings that count. @default all */
  relations?: readonly Relationship[];
}

/**
 * How far `control` is covered by elements that are asked for: `full` where they hold all that a full mapping of it covers, or all
 * that each of its several mappings covers, as a status that is shown by these elements alone would have full assurance; `part`
 * where they hold any element that it asks for. Source: schema/contract/ucf.md, "Gap between frameworks".
 */
export function coverOf(
  control: Control,
  asked: AskedElements,
  { relations = RELATIONSHIPS }: CoverOptions = {},
): CoveredBy {
  const mappings = control.mappings.map(({ universalControl, covers, relationship }) => {
    const counts = relations.includes(relationship);
    const found = asked.get(universalControl);
    const shared = counts ? covers.filter((number) => found?.has(number)).length : 0;
    return { universalControl, isShared: shared > 0, isWhole: shared === covers.length, isFull: isFull(relationship) };
  });
  const universalControls = mappings.filter(({ isShared }) => isShared).map((each) => each.universalControl);
  // A single part mapping leaves out what no universal control holds (partsOf in assurance.rules.ts).
  const isEnough =
    mappings.some((each) => each.isFull && each.isWhole) ||
    (mappings.length > 1 && mappings.every(({ isWhole }) => isWhole));
  const partly = universalControls.length > 0 ? 'part' : 'none';
  return { cover: isEnough ? 'full' : partly, control, universalControls };
}

/** Every control of `to` with its cover by `from`, in natural order; of one framework by itself everything is covered in full. */
export function gapBetween(from: Framework, to: Framework, options: CoverOptions = {}): CoveredBy[] {
  const asked = askedElements(from);
  return to.controls.map((control) => {
    const covered = coverOf(control, asked, options);
    return from === to ? { ...covered, cover: 'full' } : covered;
  });
}

/** Number of controls of each cover. */
export function countCovers(covered: readonly Pick<CoveredBy, 'cover'>[]): Readonly<Record<Cover, number>> {
  const count = (wanted: Cover) => covered.filter(({ cover }) => cover === wanted).length;
  return { full: count('full'), part: count('part'), none: count('none') };
}
