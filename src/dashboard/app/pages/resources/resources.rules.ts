import { SEVERITIES, type Severity } from '../../parts/severity.rules.js';

/** A page of resources. */
interface ResourcesPage<Row> {
  nodes: readonly Row[];
  pageInfo: { hasNextPage: boolean };
}

/** The resources of a page: most failing first where it has the whole list, else in the order of the list, which counts accepted findings, too. */
export function inOrder<Row extends { verdicts: { failing: number } }>(
  { nodes, pageInfo }: ResourcesPage<Row>,
  after: string | undefined,
): readonly Row[] {
  if (after !== undefined || pageInfo.hasNextPage) return nodes;
  return nodes.toSorted((a, b) => b.verdicts.failing - a.verdicts.failing);
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
