import type { Client } from 'pg';

/** A node of a plan, as `explain (verbose, format json)` prints it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  Plans?: PlanNode[];
  [condition: string]: unknown;
}

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter', 'Hash Cond', 'Merge Cond'];
/** `f.tenant_id = s.tenant_id`: the same organization on both sides. */
const SAME = /\b(\w+)\.tenant_id = (\w+)\.tenant_id\b/g;
/** `f.tenant_id = $1`, or without an alias where a node reads one table only: one given organization. */
const GIVEN = /(?:\b(\w+)\.)?\btenant_id = (?:\$\d+|'|\(\$\d+|\(current_setting)/g;

/**
 * Tables of organizations that a statement reads or changes without being bound to one given organization, by its plan: `scans` where a
 * sweep looks at those of all. Without row level security, so that only what the statement itself says counts.
 */
export async function unboundTables(client: Client, text: string, tables: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (verbose, generic_plan, costs off, format json) ${text}`,
  );
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)));
  const bound = boundAliases(nodes, tables);
  const unbound = nodes.filter((node) => isScan(node, tables) && !bound.has(node.Alias ?? ''));
  return [...new Set(unbound.map((node) => node['Relation Name'] ?? ''))].toSorted();
}

/** Aliases whose organization is given, or the same as that of one whose is. */
function boundAliases(nodes: readonly PlanNode[], tables: ReadonlySet<string>): Set<string> {
  const bound = new Set<string>();
  const same: [string, string][] = [];
  for (const node of nodes) {
    const text = conditionsOf(node);
    for (const [, alias] of text.matchAll(GIVEN)) bound.add(alias ?? node.Alias ?? '');
    for (const [, one = '', other = ''] of text.matchAll(SAME)) same.push([one, other]);
  }
  for (let before = -1; before < bound.size;) {
    before = bound.size;
    for (const [one, other] of same) {
      if (bound.has(one)) bound.add(other);
      if (bound.has(other)) bound.add(one);
    }
    for (const node of nodes) {
      const inner = innerOf(node, nodes).filter((each) => isScan(each, tables));
      if (inner.length > 0 && inner.every((each) => bound.has(each.Alias ?? ''))) bound.add(node.Alias ?? '');
    }
  }
  return bound;
}

/** The nodes behind a common table expression or a subquery: where all of them are bound, its rows are of that organization. */
function innerOf(node: PlanNode, nodes: readonly PlanNode[]): PlanNode[] {
  const name = `CTE ${node['CTE Name'] as string}`;
  if (node['Node Type'] === 'CTE Scan')
    return nodes.filter((each) => each['Subplan Name'] === name).flatMap((each) => nodesOf(each));
  return node['Node Type'] === 'Subquery Scan' ? nodesOf(node).slice(1) : [];
}

function isScan(node: PlanNode, tables: ReadonlySet<string>): boolean {
  return node['Node Type'].includes('Scan') && tables.has(node['Relation Name'] ?? '');
}

/** Conditions of a node, and of the index scans below a bitmap scan, which name no table. */
function conditionsOf(node: PlanNode): string {
  const own = CONDITIONS.map((name) => node[name]).filter((each) => typeof each === 'string');
  const ofBitmaps = (node.Plans ?? []).filter((each) => each['Node Type'].startsWith('Bitmap'));
  const text = [...own, ...ofBitmaps.map(conditionsOf)].join(' ');
  // Of the table of organizations it is the key.
  return node['Relation Name'] === 'tenants' ? text.replaceAll(/\bid = /g, 'tenant_id = ') : text;
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
