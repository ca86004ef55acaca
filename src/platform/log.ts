import { pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * The process's log: JSON lines on standard output. Log ids, counts, durations and states; the redaction
 * list is a second net, not a licence.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: ['password', 'token', 'secret', 'authorization', 'email', '*.password', '*.token', '*.secret', '*.email'],
      remove: true,
    },
  });
}

/** What of an error is logged: not its other properties, which may hold a connection or a statement's values. */
function describeError(err: unknown): unknown {
  if (!(err instanceof Error)) return String(err);
  const { name: type, message, stack, cause } = err;
  const { code } = err as { code?: unknown };
  return { type, message, code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}
