import { DAY } from '../../platform/clock.js';

/**
 * Date of the last regular release of each major version. Source: PostgreSQL, "Versioning Policy", as of November 2025.
 * Versions are maintained for five years; future dates are those announced.
 */
const END_OF_LIFE: ReadonlyMap<string, string> = new Map([
  ['9.4', '2020-02-13'],
  ['9.5', '2021-02-11'],
  ['9.6', '2021-11-11'],
  ['10', '2022-11-10'],
  ['11', '2023-11-09'],
  ['12', '2024-11-21'],
  ['13', '2025-11-13'],
  ['14', '2026-11-12'],
  ['15', '2027-11-11'],
  ['16', '2028-11-09'],
  ['17', '2029-11-08'],
  ['18', '2030-11-14'],
]);

/** Major version in `server_version_num`: `17` of 170006, `9.6` of 90624. */
export function majorVersion(versionNumber: number): string {
  const first = Math.floor(versionNumber / 10_000);
  return first >= 10 ? String(first) : `${String(first)}.${String(Math.floor(versionNumber / 100) % 100)}`;
}

/** End of life of a major version, and the days until then; both null for a version that is not in the table. */
export function endOfLife(major: string, now: Date): { date: string | null; days: number | null } {
  const date = END_OF_LIFE.get(major);
  if (date === undefined) return { date: null, days: null };
  return { date, days: Math.ceil((Date.parse(`${date}T00:00:00Z`) - now.getTime()) / DAY) };
}
