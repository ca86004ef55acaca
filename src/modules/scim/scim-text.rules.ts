import { z } from 'zod';

const TEXT_MAX = 400;

/** Text that a directory writes: one line of whole characters, which PostgreSQL and JSON can store. */
export const ScimText = z
  .string()
  .max(TEXT_MAX, `at most ${TEXT_MAX} characters`)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'no control characters');
