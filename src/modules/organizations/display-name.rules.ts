import { z } from 'zod';

/** Name of a person or an organization: one line of text. */
export const DisplayName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'may not have control characters or line breaks');
