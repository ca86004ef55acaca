import { SEVERITIES, type Scanner, type Severity } from '../../connectors/finding.js';
import { COULD_NOT_LOOK } from './finding-parts.rules.js';

interface Changed {
  previousStatus: string | null;
  status: string | null;
  /** What the later scan found, as it is stored; null where it does not cover the control. */
  finding: string | null;
}

/** Whether a control fails in the later of two scans and did not in the earlier one. */
export function isNewlyFailing({ previousStatus, status }: Changed): boolean {
  return status === 'fail' && previousStatus !== 'fail';
}

/**
 * Whether a control failed in the earlier of two scans, and the later one covers it and finds no failure, with all checks that decide it. One that could not
 * look says nothing of what it found before: see `isNoLongerDecided`.
 */
export function isNoLongerFailing(change: Changed): boolean {
  const { previousStatus, status } = change;
  return previousStatus === 'fail' && status !== null && status !== 'fail' && !isNoLongerDecided(change);
}

/** Whether a control failed in the earlier of two scans, and the later one could not decide it: a check that decides it could not look at everything. */
export function isNoLongerDecided({ previousStatus, status, finding }: Changed): boolean {
  return previousStatus === 'fail' && status === 'not_applicable' && (finding?.includes(COULD_NOT_LOOK) ?? false);
}

/** How many there are of each severity, the worst first, without those of which there is none. */
export function severityCounts(severities: readonly Severity[]): { severity: Severity; count: number }[] {
  return SEVERITIES.flatMap((severity) => {
    const count = severities.filter((each) => each === severity).length;
    return count === 0 ? [] : [{ severity, count }];
  });
}

/** A check of one integration with a failing resource that no exception accepts. */
export interface FailedCheck {
  scanner: Scanner;
  ruleId: string;
  severity: Severity;
  /** Codes of the elements that it decides. */
  decides: readonly number[];
}

/** The severity of each check that decides one of the elements, once for all integrations and as grave as in the worst of them. */
export function severitiesOfChecks(checks: readonly FailedCheck[], codes: ReadonlySet<number>): Severity[] {
  const deciding = checks.filter(({ decides }) => decides.some((code) => codes.has(code)));
  const byRule = Map.groupBy(deciding, ({ scanner, ruleId }) => `${scanner} ${ruleId}`);
  return [...byRule.values()].flatMap(
    (same) => SEVERITIES.find((severity) => same.some((check) => check.severity === severity)) ?? [],
  );
}
