import type { Example, Examples } from '../../../src/http/openapi/examples.js';

/** Members whose number somebody chose. Every other number of a member counts something: controls, checks, rows, bytes. */
const CHOSEN = new Set([
  'expires_in',
  'limit',
  'max_frameworks',
  'max_stored_bytes',
  'max_stored_files',
  'max_users',
  'offset',
  'retention_days',
  'status',
]);
const LIST_INDEX = /^\d+$/;

/**
 * Examples to store: the stored one wherever a recorded one differs from it in counts alone. Counts change with every
 * check, control and demo resource that is added; without this each of them would rewrite the examples of other paths.
 */
export function withStoredCounts(stored: Examples, recorded: Examples): Examples {
  return Object.fromEntries(
    Object.entries(recorded).map(([name, example]) => {
      const before = stored[name];
      return [name, before && withoutCounts(before) === withoutCounts(example) ? before : example];
    }),
  );
}

/** Text of an example with 0 in place of every count. Equal texts: the same example, but for what content adds up to. */
export function withoutCounts(example: Example): string {
  const isCount = (key: string, value: unknown) =>
    typeof value === 'number' && !CHOSEN.has(key) && !LIST_INDEX.test(key);
  return JSON.stringify(example, (key, value: unknown) => (isCount(key, value) ? 0 : value), 2);
}
