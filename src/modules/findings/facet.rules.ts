import { FINDING_STATUSES, SEVERITIES, type FindingStatus, type Severity } from '../../connectors/finding.js';

/** Findings that have everything in common by which they are counted. */
export interface CountedGroup {
  integrationId: string;
  checkNo: number;
  status: FindingStatus;
  /** Position in the list of severities. */
  severity: number;
  findings: number;
}

/** What a filter asks of each property; true of every group where it asks nothing. */
export interface FacetConditions {
  status: (group: CountedGroup) => boolean;
  severity: (group: CountedGroup) => boolean;
  integration: (group: CountedGroup) => boolean;
  framework: (group: CountedGroup) => boolean;
  check: (group: CountedGroup) => boolean;
}

/** A property by which findings are counted. */
export type Facet = keyof FacetConditions;

/** The groups that meet every condition but that of one property, so that a choice shows what its alternatives have. */
export function groupsOfFacet(
  groups: readonly CountedGroup[],
  conditions: FacetConditions,
  facet: Facet | null,
): CountedGroup[] {
  const asked = (Object.keys(conditions) as Facet[]).filter((each) => each !== facet);
  return groups.filter((group) => asked.every((each) => conditions[each](group)));
}

/** Number of findings per value; a finding may count under several, or under none. */
export function countBy<Value>(
  groups: readonly CountedGroup[],
  valuesOf: (group: CountedGroup) => Iterable<Value>,
): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const group of groups) {
    for (const value of valuesOf(group)) counts.set(value, (counts.get(value) ?? 0) + group.findings);
  }
  return counts;
}

/** Position of the worst severity by value, where a group may have several values or none. */
export function worstBy<Value>(
  groups: readonly CountedGroup[],
  valuesOf: (group: CountedGroup) => Iterable<Value>,
): Map<Value, number> {
  const worst = new Map<Value, number>();
  for (const group of groups) {
    for (const value of valuesOf(group)) worst.set(value, Math.min(worst.get(value) ?? group.severity, group.severity));
  }
  return worst;
}

/** Number of findings per status, zeros included. */
export function countStatuses(groups: readonly CountedGroup[]): { status: FindingStatus; count: number }[] {
  const counts = countBy(groups, ({ status }) => [status]);
  return FINDING_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 }));
}

/** Number of findings per severity, zeros included, the worst first. */
export function countSeverities(groups: readonly CountedGroup[]): { severity: Severity; count: number }[] {
  const counts = countBy(groups, ({ severity }) => [severity]);
  return SEVERITIES.map((severity, position) => ({ severity, count: counts.get(position) ?? 0 }));
}

/** What there is most of first; of equal numbers, in the order given. */
export function mostFirst<Entry extends { count: number }>(entries: Iterable<Entry>): Entry[] {
  return [...entries].sort((a, b) => b.count - a.count);
}

/** The worst first; of equal ones, what there is most of. */
export function worstFirst<Entry extends { count: number; severity: Severity }>(entries: Iterable<Entry>): Entry[] {
  const positionOf = ({ severity }: Entry) => SEVERITIES.indexOf(severity);
  return [...entries].sort((a, b) => positionOf(a) - positionOf(b) || b.count - a.count);
}
