/**
 * Environment of a program that a test starts: nothing of the test's own but where programs are, and the cache of parsed modules
 * (see vitest.config.ts), without which each start parses them all.
 */
export function programEnvironment(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), ...settings };
}
