import type { UnseenRules } from '../finding-state/merge.sql.js';
import type { CheckAggregate } from './finding-aggregate.rules.js';
import type { ScannedIntegration } from './scan-collection.js';

/** Whether a scan looks at an integration at all: one for reports, of which there is none, says nothing. */
export function isLooking({ connector, importKey }: Pick<ScannedIntegration, 'connector' | 'importKey'>): boolean {
  return !connector.acceptsReports || importKey !== null;
}

/**
 * The rules that a scan could not look at, or not at everything, in an integration. A check of ours looked at everything where it
 * has findings and was not withheld: one that found no resource says so. A report is everything that a scanner found, but for the
 * rules on which it gives no verdict.
 * @param known ids of the checks of ours, and of the tenant, that there are: of another one nothing is left to see
 */
export function unseenRules(
  integrationId: string,
  checks: readonly CheckAggregate[],
  known: readonly string[],
): UnseenRules {
  const own = checks.filter((check) => check.integrationId === integrationId);
  const looked = new Set(
    own.filter(({ scanner, isPartial }) => scanner === 'crosswalk' && !isPartial).map(({ ruleId }) => ruleId),
  );
  const foreign = own.filter(({ scanner, isPartial }) => scanner !== 'crosswalk' && isPartial);
  const unseen = [
    ...known.filter((id) => !looked.has(id)).map((ruleId) => ({ scanner: 'crosswalk', ruleId })),
    ...foreign,
  ];
  return { scanners: unseen.map(({ scanner }) => scanner), ruleIds: unseen.map(({ ruleId }) => ruleId) };
}
