import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProcessLimits } from '../../../platform/confined-process.js';
import { ConfinedFailure, throughConfined } from '../../../platform/confined-stream.js';
import { AppError } from '../../../platform/errors.js';
import { OUT_OF_MEMORY, type FormatJob } from './format-job.js';

/**
 * Limits of the process that writes a report file. A PDF on the largest framework takes one second, with notes of 10,000
 * characters on all of its controls some 20 seconds and 160 MB of heap, whatever they consist of.
 */
export const FORMAT_LIMITS: ProcessLimits = { heapMb: 192, dataMb: 1_200, cpuSeconds: 60 };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** All that the process may read: code, the fonts among the packages, and the file by which Node takes code for modules. */
const READABLE = [
  here('../../../../src/*'),
  here('../../../../../node_modules/*'),
  here('../../../../../package.json'),
];

/**
 * Writes a report file in a process of its own, so that no report holds up the requests of others, and yields its bytes. The process
 * ends with the file, with `signal`, when nobody reads on, or when it has used up its limits.
 * @throws {AppError} VALIDATION_FAILED, field `/format`, where the file takes more CPU time or memory than one may; what `signal` ends with
 */
export async function* writeApart(
  job: FormatJob,
  { signal, limits = FORMAT_LIMITS }: { signal: AbortSignal; limits?: ProcessLimits },
): AsyncGenerator<Buffer> {
  const input = Readable.from([Buffer.from(JSON.stringify(job))]);
  try {
    yield* throughConfined(input, { ...limits, script: here('./format-child.js'), readable: READABLE }, signal);
  } catch (err) {
    if (!(err instanceof ConfinedFailure)) throw err;
    const exceeded = err.exitCode === OUT_OF_MEMORY ? 'memory' : err.exceeded;
    if (exceeded === null) throw new Error('the process that writes a report file failed', { cause: err });
    throw beyondLimit(exceeded);
  }
}

/** Its message, too, says what to do: those of a scheduled report are shown without details. */
function beyondLimit(exceeded: string): AppError {
  const advice = 'choose another format, or shorten the longest notes of assessments';
  const message = `writing the file takes more ${exceeded} than a report may: ${advice}`;
  return new AppError('VALIDATION_FAILED', message, { details: [{ field: '/format', message }] });
}
