import type { ExecutionResult } from 'graphql';

/** What the library of a transport is given to write in place of a result; the text is then put where it stands. */
export const NO_RESULT: ExecutionResult = {};

const texts = new WeakMap<ExecutionResult, string>();

/**
 * JSON of a result, made once however many subscribers are sent it; null for one with errors, which the library of the transport
 * writes.
 */
export function resultText(result: ExecutionResult): string | null {
  if (result.errors) return null;
  const known = texts.get(result) ?? JSON.stringify(result);
  texts.set(result, known);
  return known;
}
