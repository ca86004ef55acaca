import { z } from 'zod';

/** Text of a response, made safe for a terminal: that of a report must not move the cursor or change colors. */
export const text = z.string().transform(printable);

/** `value` on one line, without control and invisible formatting characters. */
export function printable(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}
