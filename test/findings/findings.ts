import type { Client } from '../support/client.js';

/** Fields of a finding that these tests look at. */
export interface FindingBody {
  id: string;
  resourceId: string | null;
  resource: { id: string; account: string | null; name: string | null } | null;
  check: { id: string; title: string; severity: string };
  status: string;
  severity: string;
  summary: string;
  ruleId: string;
  firstSeenAt: string;
  lastSeenAt: string;
  ageDays: number;
  isCurrent: boolean;
  isOnHold: boolean;
  isReopened: boolean;
  history: { status: string; summary: string; from: string; until: string | null }[];
  integration: { id: string; type: string };
  exception: { id: string; status: string } | null;
}

interface FindingsPage {
  nodes: FindingBody[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const FIELDS = `id resourceId resource { id account name } check { id title severity } status severity summary ruleId
  firstSeenAt lastSeenAt ageDays isCurrent isOnHold isReopened history { status summary from until } integration { id type } exception { id status }`;

const LIST = `query ($where: FindingsWhere, $orderBy: FindingOrder, $first: Int, $after: String, $offset: Int) {
  findings(where: $where, orderBy: $orderBy, first: $first, after: $after, offset: $offset) {
    nodes { ${FIELDS} } totalCount pageInfo { hasNextPage endCursor } } }`;

/** One page of findings. */
export async function pageOf(client: Client, variables: Record<string, unknown> = {}): Promise<FindingsPage> {
  return (await client.data<{ findings: FindingsPage }>(LIST, variables)).findings;
}

/** Every finding of a filter, page after page. */
export async function allFindings(
  client: Client,
  where: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Promise<FindingBody[]> {
  const found: FindingBody[] = [];
  for (let after: string | null = null; ;) {
    const page: FindingsPage = await pageOf(client, { where, first: 100, after, ...more });
    found.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return found;
    after = page.pageInfo.endCursor;
  }
}

/** One finding. */
export async function findingOf(client: Client, id: string): Promise<FindingBody> {
  const { finding } = await client.data<{ finding: FindingBody }>(
    `query ($id: ID!) { finding(id: $id) { ${FIELDS} } }`,
    {
      id,
    },
  );
  return finding;
}

/** `fail r-1` and so on, in the order of the findings. */
export function briefly(findings: readonly Pick<FindingBody, 'status' | 'resourceId'>[]): string[] {
  return findings.map(({ status, resourceId }) => `${status} ${resourceId ?? '-'}`);
}
