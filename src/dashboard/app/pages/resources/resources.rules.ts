import type { ResourcesSearch } from './resources-search.js';
import { SEVERITIES, type Severity } from '../../parts/severity.rules.js';

/** The conditions of a filter, as the graph takes them. */
export function whereOf({
  status = 'failing',
  severity,
  resourceType,
  account,
  region,
  integrationId,
  q,
}: ResourcesSearch) {
  return {
    status: status === 'all' ? null : status,
    worstSeverity: severity === undefined ? null : [severity],
    type: resourceType ?? null,
    account: account ?? null,
    region: region ?? null,
    integrationId: integrationId ?? null,
    search: q ?? null,
  };
}

/** Whether a filter asks for more than what fails or passes. */
export function isNarrowed({ severity, resourceType, account, region, integrationId, q }: ResourcesSearch): boolean {
  return [severity, resourceType, account, region, integrationId, q].some((each) => each !== undefined);
}

interface ReadScan {
  integrationIds: readonly string[];
  snapshot: { resources: number } | null;
}

/** Number of resources that the last scan read, with or without findings; null where it did not read every integration that has some. */
export function readBy(
  scan: ReadScan | undefined,
  { count, integrations }: { count: number; integrations: readonly { integration: { id: string } }[] },
): number | null {
  const read = scan?.snapshot?.resources ?? 0;
  const isWhole = integrations.every(({ integration }) => scan?.integrationIds.includes(integration.id) ?? false);
  return isWhole && read >= count && count > 0 ? read : null;
}

/** A page of resources. */
interface ResourcesPage<Row> {
  nodes: readonly Row[];
  pageInfo: { hasNextPage: boolean };
}

/**
 * The resources of a page, the worst severity first, then most failing: where it has the whole list by what no exception accepts, else in the order of the list,
 * which counts accepted findings, too.
 */
export function inOrder<Row extends { verdicts: { failing: number; worstSeverity: Severity | null } }>(
  { nodes, pageInfo }: ResourcesPage<Row>,
  after: string | undefined,
): readonly Row[] {
  if (after !== undefined || pageInfo.hasNextPage) return nodes;
  const rank = ({ verdicts: { worstSeverity } }: Row) =>
    worstSeverity === null ? SEVERITIES.length : SEVERITIES.indexOf(worstSeverity);
  return nodes.toSorted((a, b) => rank(a) - rank(b) || b.verdicts.failing - a.verdicts.failing);
}

interface Failing {
  status: string;
  severity: Severity;
  exception: object | null;
}

/** How many findings of a resource fail at each severity, the worst first; null where the page has not read all that fail. */
export function severitiesOf(
  findings: readonly Failing[],
  { failing }: { failing: number },
): [Severity, number][] | null {
  const counted = findings.filter(({ status, exception }) => status === 'fail' && exception === null);
  if (counted.length !== failing) return null;
  return SEVERITIES.flatMap((severity) => {
    const count = counted.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [[severity, count]];
  });
}
