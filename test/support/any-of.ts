import { expect } from 'vitest';

/** Matches every value of a type, as `expect.any` does; typed `unknown`, where Vitest gives an unchecked `any`. */
export function anyOf(type: typeof String | typeof Number | typeof Date | typeof Array): unknown {
  return expect.any(type);
}

/** Matches everything but null and undefined; typed `unknown`, where Vitest gives an unchecked `any`. */
export function anything(): unknown {
  return expect.anything();
}
