import { SEVERITIES, type Severity } from '../../connectors/finding.js';
import { mostFirst } from './facet.rules.js';

/** Resources that have everything in common by which they are counted. */
export interface ResourceGroup {
  integrationId: string;
  type: string | null;
  account: string;
  region: string | null;
  /** Position in the list of severities; null where nothing fails that no exception accepts. */
  worst: number | null;
  passes: boolean;
  resources: number;
}

/** Properties by which resources are counted. */
export const RESOURCE_FACETS = ['status', 'severity', 'integration', 'type', 'account', 'region'] as const;
export type ResourceFacet = (typeof RESOURCE_FACETS)[number];

/** What a filter asks of each property; true of every group where it asks nothing. */
export type ResourceConditions = Readonly<Record<ResourceFacet, (group: ResourceGroup) => boolean>>;

/** The groups that meet every condition but that of one property. */
export function groupsOfResourceFacet(
  groups: readonly ResourceGroup[],
  conditions: ResourceConditions,
  facet: ResourceFacet | null,
): ResourceGroup[] {
  const asked = RESOURCE_FACETS.filter((each) => each !== facet);
  return groups.filter((group) => asked.every((each) => conditions[each](group)));
}

/** Whether something fails on the resources of a group, nothing does and something passes, or neither. */
export function statusOfGroup({ worst, passes }: Pick<ResourceGroup, 'worst' | 'passes'>) {
  if (worst !== null) return 'failing';
  return passes ? 'passing' : null;
}

/** Number of resources per value, those with most first, of equal numbers by value; resources without one are in none. */
export function countResources<Value extends string>(
  groups: readonly ResourceGroup[],
  valueOf: (group: ResourceGroup) => Value | null,
): { value: Value; count: number }[] {
  const counts = new Map<Value, number>();
  for (const group of groups) {
    const value = valueOf(group);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + group.resources);
  }
  const byValue = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return mostFirst(byValue.map(([value, count]) => ({ value, count })));
}

/** Severity of a position in the list of severities. */
export function severityOf(position: number | null): Severity | null {
  return position === null ? null : (SEVERITIES[position] ?? null);
}

/** The first values of a list, and after them the one that is chosen, also where nothing has it. */
export function firstValues(
  counted: readonly { value: string; count: number }[],
  max: number,
  chosen: string | null,
): { value: string; count: number }[] {
  const first = counted.slice(0, max);
  if (chosen === null || first.some(({ value }) => value === chosen)) return first;
  return [...first, counted.find(({ value }) => value === chosen) ?? { value: chosen, count: 0 }];
}
