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
