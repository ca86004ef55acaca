/** The failpoints themselves, which have no output of production. */
export const FAILPOINTS_SOURCE = 'src/platform/failpoints.ts';

const IMPORT = /^import \{ failpoint \} from '[./a-z-]+\/failpoints\.js';$/gm;
const CALL = /^[ \t]*await failpoint\('[a-z.]+', [^;\n]+\);$/gm;

/**
 * Code without its failpoints, on the same lines; null for the failpoints themselves. Of `src` alone: tests speak of them.
 * @throws {Error} where one is anything but a statement in a line of its own, because it would stay
 */
export function withoutFailpoints(source: string, code: string): string | null {
  if (source === FAILPOINTS_SOURCE) return null;
  if (!source.startsWith('src/')) return code;
  const rest = code.replace(IMPORT, '').replace(CALL, '');
  const line = rest.split('\n').findIndex((each) => /failpoint/i.test(each)) + 1;
  if (line > 0) throw new Error(`${source}:${line}: a failpoint is a line \`await failpoint('name', detail);\``);
  return rest;
}

/** Output with failpoints, for the output of production: `dist/failpoints/src/…`. */
export function variantOf(output: string): string {
  return output.replace(/^dist\//, 'dist/failpoints/');
}
