/** A part of a property that differs: where it is below the property, and its values; undefined of one that is not there. */
export interface PartChange {
  /** `rules[1].open_to_world`; empty for the property itself. */
  path: string;
  before: unknown;
  after: unknown;
}

/**
 * What differs between two values of a property, down to the smallest parts: keys of objects by name, elements of lists of the same
 * length by their place; of lists that grew or shrank, the elements that only one of them has.
 */
export function partChanges(before: unknown, after: unknown, path = ''): PartChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => partChanges(before[key], after[key], path === '' ? key : `${path}.${key}`));
  }
  return [{ path, before, after }];
}

function listChanges(before: readonly unknown[], after: readonly unknown[], path: string): PartChange[] {
  if (before.length === after.length && [...before, ...after].every(isObject))
    return before.flatMap((each, index) => partChanges(each, after[index], `${path}[${String(index)}]`));
  const removed = without(before, after).map((each) => ({ path, before: each, after: undefined }));
  const added = without(after, before).map((each) => ({ path, before: undefined, after: each }));
  // Another order of the same elements.
  return removed.length + added.length === 0 ? [{ path, before, after }] : [...removed, ...added];
}

/** Elements of a list that another has not, as often as it has them. */
function without(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const rest = other.map((each) => JSON.stringify(each));
  return list.filter((each) => {
    const index = rest.indexOf(JSON.stringify(each));
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
