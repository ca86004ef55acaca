import type { Finding } from '../../connectors/finding.js';
import type { CoveredResource } from './acceptance.sql.js';

/** Whether an exception in force accepts a failing finding of an integration. */
export type IsAccepted = (integrationId: string, finding: Pick<Finding, 'check' | 'resource'>) => boolean;

/** Accepts nothing. */
export const NOTHING_ACCEPTED: IsAccepted = () => false;

/** Accepts the findings whose integration, check, account and resource are listed, and no other. */
export function acceptedBy(covered: readonly CoveredResource[]): IsAccepted {
  if (covered.length === 0) return NOTHING_ACCEPTED;
  const keys = new Set(
    covered.map(({ integrationId, scanner, ruleId, account, resourceId }) =>
      JSON.stringify([integrationId, scanner, ruleId, account, resourceId]),
    ),
  );
  return (integrationId, { check: { scanner, ruleId }, resource }) =>
    keys.has(JSON.stringify([integrationId, scanner, ruleId, resource?.account ?? '', resource?.id ?? '']));
}
