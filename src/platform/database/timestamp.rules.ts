const DIGITS = 3;

/** A moment as PostgreSQL reads it, to the microsecond. @param microseconds since the epoch */
export function timestampOf(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1_000);
  const rest = microseconds - milliseconds * 1_000;
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${String(rest).padStart(DIGITS, '0')}Z`;
}
