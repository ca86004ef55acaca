import { z } from 'zod';

/** Text of an answer as a terminal may show it: a report's own words must not move the cursor or change colours. */
export const text = z.string().transform(printable);

/** `value` on one line, without control and invisible formatting characters. */
export function printable(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}
