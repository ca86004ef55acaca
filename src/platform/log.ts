import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { currentTrace } from './telemetry/spans.js';

export type Log = Logger;

/**
 * Log of the process: JSON lines on standard output. Log ids, counts, durations and states; the redaction list is only
 * a second line of defence.
 * @param destination instead of standard output
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    mixin: currentTrace,
    redact: {
      paths: ['password', 'token', 'secret', 'authorization', 'email', '*.password', '*.token', '*.secret', '*.email'],
      remove: true,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The log for lines that are evidence: written from `info` on whatever level was chosen for the others, and not where the log is off. */
export function evidenceLog(log: Log): Log {
  return log.level === 'silent' ? log : log.child({}, { level: 'info' });
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
