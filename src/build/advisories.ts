import semver from 'semver';

/** An advisory as OSV writes it, as far as it is read. Source: https://ossf.github.io/osv-schema/ */
export interface Advisory {
  id: string;
  summary?: string;
  published?: string;
  withdrawn?: string;
  affected?: {
    package?: { ecosystem?: string; name?: string };
    versions?: string[];
    ranges?: { type: string; events: Event[] }[];
  }[];
  database_specific?: { severity?: string };
}

interface Event {
  introduced?: string;
  fixed?: string;
  last_affected?: string;
}

/** A package of the lock file. */
export interface Installed {
  name: string;
  version: string;
}

/** Days from the publication of an advisory until what we use is to be repaired. Source: SECURITY.md. */
export const DAYS_BY_SEVERITY = { critical: 3, high: 14, medium: 60, low: 180 } as const;
export type Severity = keyof typeof DAYS_BY_SEVERITY;

/** An advisory that concerns an installed package. */
export interface Hit extends Installed {
  id: string;
  summary: string;
  severity: Severity;
  /** Since its publication. */
  days: number;
  isOverdue: boolean;
}

/** What an advisory says of the installed packages; nothing where it was withdrawn. */
export function hitsOf(advisory: Advisory, installed: readonly Installed[], now: Date): Hit[] {
  if (advisory.withdrawn !== undefined) return [];
  const severity = severityOf(advisory);
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(advisory.published ?? '')) / 86_400_000));
  const concerned = installed.filter((each) =>
    (advisory.affected ?? []).some((affected) => isAffected(each, affected)),
  );
  return concerned.map(({ name, version }) => ({
    id: advisory.id,
    summary: advisory.summary ?? '',
    name,
    version,
    severity,
    days,
    // Of which day it is, nobody knows without a publication: then it is due.
    isOverdue: !(days <= DAYS_BY_SEVERITY[severity]),
  }));
}

/** That of the database of advisories, which calls medium moderate; what has none counts as high, and what is malware as critical. */
function severityOf({ id, database_specific: { severity = '' } = {} }: Advisory): Severity {
  if (id.startsWith('MAL-')) return 'critical';
  const given = severity.toLowerCase().replace('moderate', 'medium');
  return Object.keys(DAYS_BY_SEVERITY).includes(given) ? (given as Severity) : 'high';
}

function isAffected(
  { name, version }: Installed,
  { package: of, versions = [], ranges = [] }: NonNullable<Advisory['affected']>[number],
): boolean {
  if (of?.ecosystem !== 'npm' || of.name !== name) return false;
  if (versions.includes(version)) return true;
  return ranges.some(({ type, events }) => type === 'SEMVER' && isWithin(version, events));
}

/** Whether a version is between where a fault came and where it went; events stand in the order of versions. */
function isWithin(version: string, events: readonly Event[]): boolean {
  let isIn = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || semver.gte(version, introduced))) isIn = true;
    if (fixed !== undefined && semver.gte(version, fixed)) isIn = false;
    if (last !== undefined && semver.gt(version, last)) isIn = false;
  }
  return isIn;
}
