/** SQLSTATEs and system errors of a server that is unreachable or full: the same request may succeed later. */
const UNAVAILABLE = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300', '08006', '08001'],
];

/** SQLSTATE of a disk of the database that is full: nothing of the transaction is stored. */
const DISK_FULL = '53100';

/** Whether `err` or its cause means that the disk of the database is full. */
export function isDatabaseFull(err: unknown): boolean {
  return someCause(err, ({ code }) => code === DISK_FULL);
}

/**
 * SQLSTATEs of what exceeds a limit of time (the statement, a lock, a transaction between two statements), and of two transactions that wait
 * for each other or cannot be done side by side.
 */
const BUSY = ['57014', '55P03', '25P03', '40P01', '40001'];

/** Whether `err` or its cause means that the database cannot be reached now. */
export function isDatabaseUnavailable(err: unknown): boolean {
  return someCause(
    err,
    ({ code, message }) =>
      UNAVAILABLE.includes(code) ||
      /Connection terminated|is not queryable|timeout exceeded when trying to connect|^timeout expired$/.test(message),
  );
}

/**
 * Whether `err` or its cause means that PostgreSQL ended a statement or a transaction because it exceeded a limit of time
 * (`StatementLimits`), or for the sake of another one. Nothing of its transaction is stored; the same may succeed later.
 */
export function isDatabaseBusy(err: unknown): boolean {
  return someCause(err, ({ code }) => BUSY.includes(code));
}

/** Whether `is` holds for `err` or one of its causes. */
export function someCause(err: unknown, is: (error: { code: string; message: string }) => boolean): boolean {
  if (!(err instanceof Error)) return false;
  const { code } = err as { code?: unknown };
  return is({ code: typeof code === 'string' ? code : '', message: err.message }) || someCause(err.cause, is);
}

/** Name of the constraint whose violation `err` reports, or null. */
export function violatedConstraint(err: unknown): string | null {
  const { constraint } = err as { constraint?: unknown };
  return typeof constraint === 'string' ? constraint : null;
}
