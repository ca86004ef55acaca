import { duplicatePath, pointerOf, type JsonFault } from '../platform/json-fault.rules.js';

/** A message of which an object has a member twice: the operation that it would start, and what is wrong with it; null where no operation can be named. */
export interface RepeatedMember {
  operation: { id: string; fault: JsonFault } | null;
}

/** The value of a message; undefined for what is no JSON. */
export function parsedMessage(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Type of a message; undefined for what has none. */
export function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
}

/**
 * The first member that an object of a message has twice; null where there is none.
 * @param text valid JSON of `message`
 */
export function repeatedMember(text: string, message: unknown): RepeatedMember | null {
  const path = duplicatePath(text);
  if (path === null) return null;
  const { type, id } = (message ?? {}) as { type?: unknown; id?: unknown };
  const [member, ...steps] = path;
  const isKnown = type === 'subscribe' && typeof id === 'string' && member === 'payload' && steps.length > 0;
  return { operation: isKnown ? { id, fault: { pointer: pointerOf(steps), message: 'is given twice' } } : null };
}
