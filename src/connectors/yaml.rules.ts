import { load } from 'js-yaml';

/** Longest text. Our choice: GitHub takes no workflow beyond half of it, and reading takes a tenth of a second a MiB. */
const LENGTH_MAX = 2 ** 20;
/** Values of a text with every alias written out. Our choice: what clients and clusters have is a hundredth. */
const VALUES_MAX = 20_000;

/**
 * Reads YAML of somebody else. Aliases make a small text large for whoever copies what they stand for.
 * @throws {Error} for no YAML, or one of more than 1 MiB or 20,000 values
 */
export function readYaml(text: string): unknown {
  if (text.length > LENGTH_MAX) throw new Error('the document has more than 1 MiB');
  const document = load(text);
  if (valuesIn(document) > VALUES_MAX) throw new Error(`the document has more than ${VALUES_MAX} values`);
  return document;
}

/** Number of values with every alias written out. */
function valuesIn(value: unknown, known = new Map<object, number>()): number {
  if (typeof value !== 'object' || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  // Of an object within itself.
  known.set(value, Infinity);
  const count = Object.values(value).reduce<number>((sum, each) => sum + valuesIn(each, known), 1);
  known.set(value, count);
  return count;
}
