import type { ExecutionResult } from 'graphql';

/** What the library of a transport is given to write in place of a result; the text is then put where it stands. */
export const NO_RESULT: ExecutionResult = {};

export interface ResultText {
  text: string;
  /** Its length when it is sent. */
  bytes: number;
}

const texts = new WeakMap<ExecutionResult, ResultText>();

/**
 * JSON of a result, made once however many subscribers are sent it; null for one with errors, which the library of the transport
 * writes.
 */
export function textOfResult(result: ExecutionResult): ResultText | null {
  if (result.errors) return null;
  const known = texts.get(result);
  if (known) return known;
  const text = JSON.stringify(result);
  const made = { text, bytes: Buffer.byteLength(text) };
  texts.set(result, made);
  return made;
}
