import type { Control } from '../catalogue/catalogue.js';

/** Where a text was found, the most specific place first. */
const PLACES = [
  'is its code',
  'begins its code',
  'is a keyword',
  'is its title',
  'begins a word of its title',
  'is in its title',
  'is in its code',
  'is in its description',
] as const;

/**
 * Rank of the best place at which a control has the text, from 0; null where it is not found. A keyword of its universal controls
 * leads to it too, and a part of a keyword does not: `a` is in most of them.
 * @param q in lower case
 */
export function rankOf({ controlId, title, description, mappings }: Control, q: string): number | null {
  const [code, name] = [controlId.toLowerCase(), title.toLowerCase()];
  const found: Record<(typeof PLACES)[number], () => boolean> = {
    'is its code': () => code === q,
    'begins its code': () => code.startsWith(q),
    'is a keyword': () =>
      mappings.some(({ universalControl }) => universalControl.keywords.some((each) => each.toLowerCase() === q)),
    'is its title': () => name === q,
    'begins a word of its title': () => ` ${name}`.includes(` ${q}`),
    'is in its title': () => name.includes(q),
    'is in its code': () => code.includes(q),
    // With what stands before it: a text may begin in the title and end in the description.
    'is in its description': () => `${code} ${name} ${description.toLowerCase()}`.includes(q),
  };
  const rank = PLACES.findIndex((place) => found[place]());
  return rank === -1 ? null : rank;
}
