interface Counted {
  resourcesFailed: number;
}

interface AnyCheck {
  integrationId: string;
  ruleId: string;
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
  /** Null of controls whose result no check explains. */
  check: Change['checks'][number] | null;
  changes: Change[];
  /** What the controls were before; undefined where they differ in that. */
  from: Change['previousStatus'] | undefined;
  /** What all of them are now. */
  to: Change['status'];
}

/**
 * Controls with another result by the check that caused it and what they come to, in the order of the controls, what no check explains last: of those that fail,
 * the deciding checks that fail now; of those that no longer fail, the ones that failed. A control with several is listed under each.
 */
export function causesOf<Change extends AnyChange<string | null>>(
  outcome: 'fail' | 'gone',
  changes: readonly Change[],
): Cause<Change>[] {
  const causes = new Map<string, { check: AnyCheck | null; to: string | null; changes: Change[] }>();
  for (const change of changes) {
    const deciding = change.checks.filter(
      ({ decides, previous, current }) => decides && failed(outcome === 'fail' ? current : previous),
    );
    for (const check of deciding.length > 0 ? deciding : [null]) {
      const key = `${check ? `${check.integrationId} ${check.ruleId}` : ''} ${change.status ?? ''}`;
      const cause = causes.get(key) ?? { check, to: change.status, changes: [] };
      causes.set(key, cause);
      cause.changes.push(change);
    }
  }
  const all = [...causes].map(([key, cause]) => ({
    key,
    ...cause,
    from: sameOf(cause.changes.map(({ previousStatus }) => previousStatus)),
  }));
  return [...all.filter(({ check }) => check !== null), ...all.filter(({ check }) => check === null)];
}

function failed(counted: Counted | null): boolean {
  return counted !== null && counted.resourcesFailed > 0;
}

/** The value where all are the same. */
function sameOf<Value>(values: readonly Value[]): Value | undefined {
  return values.every((each) => each === values[0]) ? values[0] : undefined;
}
