import { pino, type Logger } from 'pino';
import { currentTrace } from './telemetry/spans.js';

export type Log = Logger;

/**
 * Log of the process: JSON lines on standard output. Log ids, counts, durations and states; the redaction list is only
 * a second line of defence.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    mixin: currentTrace,
    redact: {
      paths: ['password', 'token', 'secret', 'authorization', 'email', '*.password', '*.token', '*.secret', '*.email'],
      remove: true,
    },
  });
}

/**
 * The logged part of an error: not its other properties, which may contain a connection or the values of a statement.
 */
function describeError(err: unknown): unknown {
  if (!(err instanceof Error)) return String(err);
  const { name: type, message, stack, cause } = err;
  const { code } = err as { code?: unknown };
  return { type, message, code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}
