interface Counted {
  resourcesFailed: number;
}

interface AnyCheck {
  integrationId: string;
  ruleId: string;
  previous: Counted | null;
  current: Counted | null;
}

interface AnyChange<Status> {
  previousStatus: Status;
  checks: readonly AnyCheck[];
}

/** A check that changed the results of some controls. */
export interface Cause<Change extends AnyChange<unknown>> {
  key: string;
  /** Null of controls whose result no check explains. */
  check: Change['checks'][number] | null;
  changes: Change[];
  /** What the controls were before; undefined where they differ in that. */
  from: Change['previousStatus'] | undefined;
}

/**
 * Controls with another result by the check that caused it, in the order of the controls, what no check explains last: of those that fail, the checks that fail
 * now; of those that pass again, the ones that failed. A control with several is listed under each.
 */
export function causesOf<Change extends AnyChange<unknown>>(
  outcome: 'fail' | 'pass',
  changes: readonly Change[],
): Cause<Change>[] {
  const causes = new Map<string, { check: AnyCheck | null; changes: Change[] }>();
  const unexplained: Change[] = [];
  for (const change of changes) {
    const deciding = change.checks.filter(({ previous, current }) => failed(outcome === 'fail' ? current : previous));
    if (deciding.length === 0) unexplained.push(change);
    for (const check of deciding) {
      const key = `${check.integrationId} ${check.ruleId}`;
      const cause = causes.get(key) ?? { check, changes: [] };
      causes.set(key, cause);
      cause.changes.push(change);
    }
  }
  const found = [...causes].map(([key, cause]) => ({ key, ...cause }));
  const all = unexplained.length > 0 ? [...found, { key: '', check: null, changes: unexplained }] : found;
  return all.map((cause) => ({ ...cause, from: sameOf(cause.changes.map(({ previousStatus }) => previousStatus)) }));
}

function failed(counted: Counted | null): boolean {
  return counted !== null && counted.resourcesFailed > 0;
}

/** The value where all are the same. */
function sameOf<Value>(values: readonly Value[]): Value | undefined {
  return values.every((each) => each === values[0]) ? values[0] : undefined;
}
