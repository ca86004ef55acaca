const EARLIEST_MS = Date.UTC(1990, 0, 1);
const LATEST_MS = Date.UTC(2200, 0, 1);
/** Upper limit of a time in seconds: in milliseconds it would be before 1973, in seconds it reaches the year 5138. */
const SECONDS_MAX = 1e11;

/**
 * A time of a report as RFC 3339 UTC, or null where it is not a plausible time. Accepts what scanners write:
 * RFC 3339, the same without a zone (meant as UTC), and Unix time in seconds (Prowler) or milliseconds (OCSF).
 */
export function momentOf(time: string | number | null): string | null {
  if (time === null) return null;
  const ms = typeof time === 'number' ? (time < SECONDS_MAX ? time * 1_000 : time) : textMs(time);
  return ms >= EARLIEST_MS && ms < LATEST_MS ? new Date(ms).toISOString() : null;
}

function textMs(text: string): number {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:?\d\d)?$/i.exec(text.trim());
  if (parts === null) return Number.NaN;
  return Date.parse(`${parts[1] ?? ''}T${parts[2] ?? ''}${parts[3] ?? 'Z'}`);
}
