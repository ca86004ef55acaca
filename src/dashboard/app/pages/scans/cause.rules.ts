import { SEVERITIES, type Severity } from '../../parts/severity.rules.js';

interface Counted {
  resourcesFailed: number;
}

interface AnyCheck {
  integrationId: string;
  ruleId: string;
  severity: Severity;
  /** Whether it decided the control: otherwise it is evidence, and caused nothing. */
  decides: boolean;
  previous: Counted | null;
  current: Counted | null;
}

interface AnyChange<Status> {
  previousStatus: Status;
  status: Status;
  checks: readonly AnyCheck[];
}

/** A check that changed the results of some controls. */
export interface Cause<Change extends AnyChange<string | null>> {
  key: string;
  /** The check in each integration where it changed a result; empty of controls whose result no check explains. */
  checks: Change['checks'][number][];
  changes: Change[];
  /** What the controls were before; undefined where they differ in that. */
  from: Change['previousStatus'] | undefined;
  /** What all of them are now. */
  to: Change['status'];
}

/**
 * Controls with another result by the check that caused it and what they come to, in the order of the controls, what no check explains last: of those that fail,
 * the deciding checks that fail now; of those that no longer fail, the ones that failed. A control with several is listed under each, a check of several
 * integrations once.
 */
export function causesOf<Change extends AnyChange<string | null>>(
  outcome: 'fail' | 'gone',
  changes: readonly Change[],
): Cause<Change>[] {
  const causes = new Map<string, { checks: AnyCheck[]; to: string | null; changes: Change[] }>();
  for (const change of changes) {
    const deciding = change.checks.filter(
      ({ decides, previous, current }) => decides && failed(outcome === 'fail' ? current : previous),
    );
    for (const check of deciding.length > 0 ? deciding : [null]) {
      const key = `${check?.ruleId ?? ''} ${change.status ?? ''}`;
      const cause = causes.get(key) ?? { checks: [], to: change.status, changes: [] };
      causes.set(key, cause);
      if (!cause.changes.includes(change)) cause.changes.push(change);
      if (check && cause.checks.every(({ integrationId }) => integrationId !== check.integrationId))
        cause.checks.push(check);
    }
  }
  const all = [...causes].map(([key, cause]) => ({
    key,
    ...cause,
    from: sameOf(cause.changes.map(({ previousStatus }) => previousStatus)),
  }));
  return [...all.filter(({ checks }) => checks.length > 0), ...all.filter(({ checks }) => checks.length === 0)];
}

function failed(counted: Counted | null): boolean {
  return counted !== null && counted.resourcesFailed > 0;
}

/** The value where all are the same. */
function sameOf<Value>(values: readonly Value[]): Value | undefined {
  return values.every((each) => each === values[0]) ? values[0] : undefined;
}

/** How many different checks there are among the causes: one is there twice where its controls come to different results. */
export function checkCount(causes: readonly Cause<AnyChange<string | null>>[]): number {
  return new Set(causes.flatMap(({ checks }) => checks.map(({ ruleId }) => ruleId))).size;
}

/** Different checks among the causes by severity, the worst first, each severity that there is; a check is as grave as in the worst integration. */
export function severitiesOf(
  causes: readonly Cause<AnyChange<string | null>>[],
): { severity: Severity; count: number }[] {
  const checks = causes.flatMap((cause) => cause.checks);
  const worst = [...new Set(checks.map(({ ruleId }) => ruleId))].map((ruleId) =>
    SEVERITIES.find((severity) => checks.some((check) => check.ruleId === ruleId && check.severity === severity)),
  );
  return SEVERITIES.map((severity) => ({
    severity,
    count: worst.filter((each) => each === severity).length,
  })).filter(({ count }) => count > 0);
}
