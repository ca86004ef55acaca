import { FINDING_STATUSES, SEVERITIES, type FindingStatus, type Severity } from '../../connectors/finding.js';

/** Findings of one integration, check, status and severity. */
export interface FoundGroup {
  integrationId: string;
  checkNo: number;
  status: FindingStatus;
  /** Position in the list of severities. */
  severity: number;
  findings: number;
}

/** Findings that have everything in common by which they are counted. */
export interface CountedGroup extends FoundGroup {
  /** Whether an exception in force accepts them. */
  isAccepted: boolean;
}

/** The groups, each divided into what exceptions in force accept of it and the rest; neither where there is none. */
export function byAcceptance(groups: readonly FoundGroup[], accepted: readonly FoundGroup[]): CountedGroup[] {
  const keyOf = ({ integrationId, checkNo, status, severity }: FoundGroup) =>
    [integrationId, checkNo, status, severity].join(' ');
  const counts = new Map(accepted.map((group) => [keyOf(group), group.findings]));
  return groups.flatMap((group) => {
    const count = Math.min(counts.get(keyOf(group)) ?? 0, group.findings);
    const parts = [
      { ...group, findings: group.findings - count, isAccepted: false },
      { ...group, findings: count, isAccepted: true },
    ];
    return parts.filter(({ findings }) => findings > 0);
  });
}

/** What a filter asks of each property; true of every group where it asks nothing. */
export interface FacetConditions {
  status: (group: CountedGroup) => boolean;
  severity: (group: CountedGroup) => boolean;
  integration: (group: CountedGroup) => boolean;
  framework: (group: CountedGroup) => boolean;
  check: (group: CountedGroup) => boolean;
  /** Whether an exception in force accepts it. */
  exception: (group: CountedGroup) => boolean;
  /** Whether a failed control asks for what its check decides. */
  failedControl: (group: CountedGroup) => boolean;
}

/** A property by which findings are counted. */
export type Facet = keyof FacetConditions;

/** The groups that meet every condition but those of some properties, so that a choice shows what its alternatives have. */
export function groupsOfFacet(
  groups: readonly CountedGroup[],
  conditions: FacetConditions,
  facets: readonly Facet[],
): CountedGroup[] {
  const asked = (Object.keys(conditions) as Facet[]).filter((each) => !facets.includes(each));
  return groups.filter((group) => asked.every((each) => conditions[each](group)));
}

/** Number of findings per value; a finding may count under several, or under none. */
export function countBy<Value, Group extends { findings: number }>(
  groups: readonly Group[],
  valuesOf: (group: Group) => Iterable<Value>,
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

/** Numbers of findings by what they say, where those that exceptions in force accept do not count as failing. */
export interface FindingVerdicts {
  failing: number;
  accepted: number;
  passing: number;
  notApplicable: number;
  unknown: number;
}

/** Numbers of findings by what they say. */
export function countVerdicts(groups: readonly CountedGroup[]): FindingVerdicts {
  const counts = countBy(groups, ({ status, isAccepted }) => [isAccepted ? 'accepted' : status]);
  const of = (key: FindingStatus | 'accepted') => counts.get(key) ?? 0;
  return {
    failing: of('fail'),
    accepted: of('accepted'),
    passing: of('pass'),
    notApplicable: of('not_applicable'),
    unknown: of('unknown'),
  };
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
