import { checksOnHold, scannedOf } from '../../parts/integration-gaps.rules.js';
import { isNobodys } from '../../parts/work-items/owner.rules.js';
import type { TodayQuery } from './today.gql.js';

/** New failures that are listed. */
const LISTED = 3;

/** The failures to list: those that fail a control, the most controls first, then the others, the worst first; without the critical ones, which stand apart. */
export function failuresOf({ decisive, findings, critical }: Pick<TodayQuery, 'decisive' | 'findings' | 'critical'>) {
  const apart = critical.nodes.map(({ id }) => id);
  const byEffect = decisive.nodes.toSorted((a, b) => b.failingControls.length - a.failingControls.length);
  const known = new Set([...apart, ...decisive.nodes.map(({ id }) => id)]);
  const decided = byEffect.filter(({ id }) => !apart.includes(id));
  return [...decided, ...findings.nodes.filter(({ id }) => !known.has(id))].slice(0, LISTED);
}

/** What the new failures are: all are known where all are listed, and may be of one kind. */
export function kindOf({ nodes, totalCount }: TodayQuery['findings']): 'new' | 'reopened' | 'any' {
  if (nodes.length === 0 || nodes.length < totalCount) return 'any';
  if (nodes.every(({ isReopened }) => isReopened)) return 'reopened';
  return nodes.some(({ isReopened }) => isReopened) ? 'any' : 'new';
}

/** What nobody looks at: of the connected integrations the checks that cannot, and those that no schedule scans; the ones that do not work. */
export function blindSpotsOf(
  integrations: NonNullable<TodayQuery['integrations']>,
  kinds: NonNullable<TodayQuery['integrationKinds']>,
) {
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
    unscheduled: scannedOf(connected, kinds).unscheduled,
  };
}

/** Fixes that the query asks for. */
const FIXES_MAX = 100;

/** Number of critical and high fixes that nobody does; at least so many where there are more than the query asks for. */
export function unownedOf(queue: TodayQuery['remediationQueue']): { count: number; isCut: boolean } {
  const grave = queue.filter(({ severity }) => severity === 'critical' || severity === 'high');
  return { count: grave.filter(({ work }) => isNobodys(work)).length, isCut: queue.length === FIXES_MAX };
}
