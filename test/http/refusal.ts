import { expect } from 'vitest';
import { anyOf } from '../support/any-of.js';
import type { Answer } from '../support/client.js';

/**
 * What no answer may hold: a place in our code, SQL, a library's name, the database's words. `postgresql` is a type of
 * integration, which an answer may list.
 */
const INSIDES =
  /node_modules|\.[jt]s:\d|\bat \w+[\w.]* \(|\bselect\b.+\bfrom\b|\binsert into\b|postgres(?!ql\b)|kysely|mikro|22P02|graphql-jit/i;

interface Expected {
  status: number;
  code: string;
  /** JSON pointer that one of the details names. @default any or none */
  field?: string;
}

/** Whether a refusal has its status, its code and its shape, and tells nothing of our insides. */
export function expectRefusal(answer: Answer, { status, code, field }: Expected): void {
  expectDiscreet(answer);
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: {
      error: { code, message: expect.stringMatching(/\S/), details: anyOf(Array) },
      meta: { request_id: answer.headers.get('x-request-id') },
    },
  });
  const { details } = (answer.body as { error: { details: { field: string; message: string }[] } }).error;
  for (const detail of details) expect(detail).toEqual({ field: anyOf(String), message: anyOf(String) });
  if (field !== undefined) expect(details.map((detail) => detail.field)).toContain(field);
}

/** Whether an answer is no fault of ours and tells nothing of our insides. */
export function expectDiscreet({ status, text }: Answer): void {
  expect({ status, text: text.slice(0, 500) }).toEqual({ status: notAFault(status), text: text.slice(0, 500) });
  expect(INSIDES.exec(text)?.[0] ?? null).toBeNull();
}

function notAFault(status: number): number {
  return status >= 500 ? 499 : status;
}
