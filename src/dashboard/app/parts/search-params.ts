/** Parsers of search parameters in the address. Invalid values are ignored. */

/** A text that is not empty. */
export function text(value: unknown): string | undefined {
  // The router reads `?q=42` as a number.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A moment in RFC 3339. */
export function moment(value: unknown): string | undefined {
  return typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function oneOf<Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value);
}

/** A whole number, 0 or above. */
export function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** What asks for the form that creates something on a page. */
export interface CreateSearch {
  create?: boolean | undefined;
}

export function createSearch(search: Record<string, unknown>): CreateSearch {
  return { create: search.create === true || undefined };
}
