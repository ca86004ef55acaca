import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ProcessLimits } from '../../platform/confined-process.js';
import { ConfinedFailure, throughConfined } from '../../platform/confined-stream.js';
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
  const directory = tmpdir();
  const confinement = {
    ...limits,
    script: here('./report-child.js'),
    args: [directory],
    readable: READABLE,
    writable: [join(directory, 'crosswalk-report-*')],
  };
  try {
    yield* throughConfined(file, confinement, signal);
  } catch (err) {
    throw err instanceof ConfinedFailure ? refusalOf(err) : err;
  }
}

function refusalOf(failure: ConfinedFailure): Error {
  const { exceeded, output } = failure;
  if (exceeded !== null) {
    return AppError.invalid('/file', `reading the report takes more ${exceeded} than a report may`);
  }
  const message = Failure.safeParse(jsonOrNull(output)).data?.message ?? null;
  // Without a message of its own it did not start, or has a fault: no report is to blame for that.
  return message === null
    ? new Error('the process that reads a report failed', { cause: failure })
    : AppError.invalid('/file', message);
}

function jsonOrNull(said: string): unknown {
  try {
    return JSON.parse(said) as unknown;
  } catch {
    return null;
  }
}
