import { checksOnHold } from '../../parts/integration-gaps.rules.js';
import type { TodayQuery } from './today.gql.js';

/** New failures that are listed. */
const LISTED = 5;

/** The failures to list: those that fail a control, the most controls first, then the others, the worst first. */
export function failuresOf({ decisive, findings }: Pick<TodayQuery, 'decisive' | 'findings'>) {
  const first = new Set(decisive.nodes.map(({ id }) => id));
  const byEffect = decisive.nodes.toSorted((a, b) => b.failingControls.length - a.failingControls.length);
  return [...byEffect, ...findings.nodes.filter(({ id }) => !first.has(id))].slice(0, LISTED);
}

/** What nobody looks at: of the connected integrations the checks that cannot, and those that no schedule scans; the ones that do not work. */
export function blindSpotsOf(
  integrations: NonNullable<TodayQuery['integrations']>,
  kinds: NonNullable<TodayQuery['integrationKinds']>,
) {
  const imports = new Set(kinds.flatMap(({ type, acceptsReports }) => (acceptsReports ? [type] : [])));
  const connected = integrations.filter(({ status }) => status === 'connected');
  return {
    broken: integrations.filter(({ status }) => status === 'error'),
    onHold: connected
      .map(({ id, name, withheldChecks }) => ({
        id,
        name,
        count: checksOnHold(withheldChecks),
      }))
      .filter(({ count }) => count > 0),
    unscheduled: connected.filter(({ type, schedule }) => schedule === null && !imports.has(type)),
  };
}

/** Number of critical and high fixes that nobody owns. */
export function unownedOf(queue: TodayQuery['remediationQueue']): number {
  return queue.filter(({ severity, work }) => (severity === 'critical' || severity === 'high') && work.length === 0)
    .length;
}
