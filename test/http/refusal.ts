import { expect } from 'vitest';
import { anyOf } from '../support/any-of.js';
import type { Answer } from '../support/client.js';

/**
 * Text that no response may contain: a place in the code, SQL, the name of a library, a message of the database.
 * `postgresql` is an integration type, which a response may list.
 */
const INSIDES =
  /node_modules|\.[jt]s:\d|\bat \w+[\w.]* \(|\bselect\b.+\bfrom\b|\binsert into\b|postgres(?!ql\b)|kysely|mikro|22P02|graphql-jit/i;

interface Expected {
  status: number;
  code: string;
  /** JSON pointer of one of the details. @default any or none */
  field?: string;
}

/** Checks that a refusal has its status, its code and its format, and reveals nothing internal. */
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

/** Checks that a response is no internal error and reveals nothing internal. */
export function expectDiscreet({ status, text }: Answer): void {
  expect({ status, text: text.slice(0, 500) }).toEqual({ status: notAFault(status), text: text.slice(0, 500) });
  expect(INSIDES.exec(text)?.[0] ?? null).toBeNull();
}

function notAFault(status: number): number {
  return status >= 500 ? 499 : status;
}
