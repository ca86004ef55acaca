import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { exceededLimit, spawnConfined, type ConfinedProcess, type Confinement } from './confined-process.js';
import { AppError } from './errors.js';

/** A confined process that has not done its work. */
export class ConfinedFailure extends Error {
  constructor(
    /** The limit that ended it; null where it ended by itself. */
    readonly exceeded: 'CPU time' | 'memory' | null,
    /** Its exit code; null where it was killed. */
    readonly exitCode: number | null,
    /** What it wrote to its error output. */
    readonly output: string,
  ) {
    super('a confined process failed', { cause: output.slice(0, 1_000) });
    this.name = 'ConfinedFailure';
  }
}

/**
 * Output of a confined process that reads `input`. The process ends with its work, with `signal`, when nobody reads on, or when it has
 * used up its limits.
 * @throws {ConfinedFailure} unless the process ends well; what `input`, as an AppError, or `signal` end with
 */
export async function* throughConfined(
  input: Readable,
  confinement: Confinement,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  signal.throwIfAborted();
  const child = spawnConfined(confinement);
  const ended = endOf(child);
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const said = text(child.stderr).catch(() => '');
  // A child that refuses its input stops reading; what the sender does wrong is what counts then.
  const feeding = pipeline(input, child.stdin).then(
    () => null,
    (err: unknown) => (err instanceof AppError ? err : null),
  );
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    const { code, killedBy } = await ended;
    signal.throwIfAborted();
    const exceeded = killedBy === null ? null : exceededLimit(killedBy);
    const failure = code === 0 ? null : new ConfinedFailure(exceeded, code, await said);
    const problem = (await feeding) ?? failure;
    if (problem) throw problem;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
    await ended;
    input.destroy();
  }
}

async function endOf(child: ConfinedProcess): Promise<{ code: number | null; killedBy: string | null }> {
  const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
  return { code, killedBy };
}
