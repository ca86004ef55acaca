import { z } from 'zod';
import { AppError } from '../errors.js';

/**
 * Checks a value by the `static rules` of its input class. Those of a class inside of another one are checked by whoever
 * takes it apart.
 * @throws {AppError} VALIDATION_FAILED naming each wrong field by JSON pointer
 */
export function checkRules(value: unknown, inputClass: unknown): void {
  const rules = (inputClass as { rules?: unknown } | null)?.rules;
  // Whether it may be left out is the schema's matter.
  if (!(rules instanceof z.ZodType) || value === undefined || value === null) return;
  const parsed = rules.safeParse(value);
  if (parsed.success) return;
  throw new AppError('VALIDATION_FAILED', 'the request is not valid', {
    details: parsed.error.issues.map((issue) => ({ field: `/${issue.path.join('/')}`, message: issue.message })),
  });
}
