import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.js';

/**
 * Options with a value by name, and the positional arguments.
 * @param words required number of positional arguments
 * @throws {UsageError}
 */
export function readOptions(
  args: string[],
  names: string[],
  words: number,
): { options: Record<string, string | undefined>; words: string[] } {
  let read;
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    read = parseArgs({ args, options, strict: true, allowPositionals: words > 0 });
  } catch (err) {
    throw new UsageError((err as Error).message);
  }
  if (read.positionals.length !== words) throw new UsageError(words === 1 ? 'a file is needed' : 'too many arguments');
  return { options: read.values, words: read.positionals };
}
