import 'vitest';

declare module 'vitest' {
  /** Matchers of parts are typed `unknown`, where Vitest gives an unchecked `any`. For `expect.any` see any-of.ts. */
  interface ExpectStatic {
    stringContaining: (expected: string) => unknown;
    stringMatching: (expected: string | RegExp) => unknown;
    objectContaining: (expected: object) => unknown;
    arrayContaining: (expected: readonly unknown[]) => unknown;
    closeTo: (expected: number, precision?: number) => unknown;
  }
}
