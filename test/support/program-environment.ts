/**
 * Environment of a program that a test starts. From that of the test it has only the paths of programs and the cache of
 * parsed modules (see vitest.config.ts), without which each start parses all modules.
 */
export function programEnvironment(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), ...settings };
}
