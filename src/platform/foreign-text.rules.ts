import { z } from 'zod';

/** Times that PostgreSQL, JSON and every client can read: from the epoch to the end of the year 9998, so that tolerances can be added. */
const TIME_MAX = Date.UTC(9999, 0, 1) - 1;
/** What is wrong with a foreign text. It stands in messages, after what it is the text of. */
export const UNSTORABLE = 'has a text that is too long or has characters that cannot be stored';

/** Whether PostgreSQL stores a text, in a column and in JSON: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Text that somebody outside sends: a provider, a tracker, a directory. Whatever is stored, looked for or shown of their answers is of it.
 * @param max UTF-16 characters at most
 */
export function foreignText(max: number): z.ZodType<string> {
  return z.string().refine((text) => text.length <= max && isStorable(text), { error: UNSTORABLE });
}

/** Whether what is wrong with an answer is one of its texts, and not its shape. */
export function isUnstorable({ issues }: z.ZodError): boolean {
  return issues.length > 0 && issues.every(({ message }) => message === UNSTORABLE);
}

/**
 * Milliseconds since the epoch of a time that somebody outside states, as a text or in them; NaN for what is none, and outside of 1970
 * to 9998.
 */
export function foreignTime(time: string | number): number {
  const at = new Date(time).getTime();
  return at >= 0 && at <= TIME_MAX ? at : Number.NaN;
}
