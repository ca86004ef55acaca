/** A property that differs, by JSON pointer (RFC 6901). */
export interface PropertyChange {
  path: string;
  /** Null also where the property was missing. */
  before: unknown;
  after: unknown;
}

/**
 * Differences between two JSON values. Objects are compared by property; a list is compared as one value, because the position
 * of its entries has no meaning.
 */
export function propertyChanges(before: unknown, after: unknown, path = ''): PropertyChange[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return names.flatMap((name) => propertyChanges(before[name], after[name], `${path}/${pointerToken(name)}`));
  }
  if (canonical(before) === canonical(after)) return [];
  return [{ path, before: before ?? null, after: after ?? null }];
}

/** The value as JSON with sorted keys: equal for equal values. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

function pointerToken(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
