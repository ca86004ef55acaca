import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  exceededLimit,
  spawnConfined,
  type ConfinedProcess,
  type ProcessLimits,
} from '../../platform/confined-process.js';
import { AppError } from '../../platform/errors.js';

/**
 * Limits of the process that reads a report. Four gibibytes of findings take about a minute of one core and 30 MB; an element may have
 * 8 MiB.
 */
export const REPORT_LIMITS: ProcessLimits = { heapMb: 256, dataMb: 1_200, cpuSeconds: 120 };

/** What the process says of a report that it could not read; null for a fault of its own. */
export interface ReportFailure {
  message: string | null;
}

const Failure = z.object({ message: z.string().nullable() });

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** All that the process may read: its code, the parser of XML, and the file by which Node takes them for modules. */
const READABLE = [
  here('../../../src/*'),
  here('../../../../node_modules/saxes/*'),
  here('../../../../node_modules/xmlchars/*'),
  here('../../../../package.json'),
];

/**
 * Reads a report in a process of its own, so that no report holds up the requests of others, and yields its findings in chunks of
 * lines, a JSON object each. The process ends with the report, with `signal`, or when it has used up its limits.
 * @throws {AppError} VALIDATION_FAILED, field `/file`, with the place, as `readReport`, and where the report takes more CPU time or
 *   memory than one may; what `file` or `signal` end with
 */
export async function* readApart(
  file: Readable,
  { signal, limits = REPORT_LIMITS }: { signal: AbortSignal; limits?: ProcessLimits },
): AsyncGenerator<Buffer> {
  signal.throwIfAborted();
  const directory = tmpdir();
  const child = spawnConfined({
    ...limits,
    script: here('./report-child.js'),
    args: [directory],
    readable: READABLE,
    writable: [join(directory, 'crosswalk-report-*')],
  });
  const ended = endOf(child);
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const said = text(child.stderr).catch(() => '');
  // A child that refuses the report stops reading; what the sender does wrong is what counts then.
  const feeding = pipeline(file, child.stdin).then(
    () => null,
    (err: unknown) => (err instanceof AppError ? err : null),
  );
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    const { code, killedBy } = await ended;
    signal.throwIfAborted();
    const failure = code === 0 ? null : failureOf(await said, killedBy);
    const problem = (await feeding) ?? failure;
    if (problem) throw problem;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
    await ended;
    file.destroy();
  }
}

async function endOf(child: ConfinedProcess): Promise<{ code: number | null; killedBy: string | null }> {
  const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
  return { code, killedBy };
}

function failureOf(said: string, killedBy: string | null): Error {
  if (killedBy !== null) {
    return AppError.invalid('/file', `reading the report takes more ${exceededLimit(killedBy)} than a report may`);
  }
  const failure = Failure.safeParse(jsonOrNull(said)).data;
  const message = failure?.message ?? null;
  // Without a message of its own it did not start, or has a fault: no report is to blame for that.
  return message === null
    ? new Error('the process that reads a report failed', { cause: said.slice(0, 1_000) })
    : AppError.invalid('/file', message);
}

function jsonOrNull(said: string): unknown {
  try {
    return JSON.parse(said) as unknown;
  } catch {
    return null;
  }
}
