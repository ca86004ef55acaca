import type { FindingsSearch } from './findings-search.js';

/** The verdict that a status asks for, whether an exception accepts it and whether it is on hold; null for any. */
function verdictOf(status: NonNullable<FindingsSearch['status']>) {
  const any = { status: null, exception: null, onHold: null };
  if (status === 'any') return any;
  if (status === 'on_hold') return { status: ['fail' as const], exception: false, onHold: true };
  if (status === 'fail' || status === 'accepted')
    return { ...any, status: ['fail' as const], exception: status === 'accepted' };
  return { ...any, status: [status] };
}

/** The conditions of a filter, as the graph takes them. What is accepted does not count as failing, and is asked for by itself. */
export function whereOf({
  status = 'fail',
  severity,
  framework,
  integrationId,
  checkId,
  controlId,
  since,
  q,
  effect,
}: FindingsSearch) {
  return {
    ...verdictOf(status),
    severity: severity === undefined ? null : [severity],
    checkId: checkId === undefined ? null : [checkId],
    framework: framework ?? null,
    integrationId: integrationId ?? null,
    controlId: controlId ?? null,
    firstSeenFrom: since ?? null,
    search: q ?? null,
    ofFailedControl: effect === undefined ? null : true,
  };
}

/** Whether findings of a status say what is wrong, and not what is wanted. */
export function isFault(status: FindingsSearch['status'] = 'fail'): boolean {
  return isFailing(status) || status === 'accepted';
}

/** Whether what a status asks for counts as failing: on hold too. */
export function isFailing(status: FindingsSearch['status'] = 'fail'): boolean {
  return status === 'fail' || status === 'on_hold';
}

/** Whether a list has a line for each check: not where it is of one check, or in an order of findings. */
export function isByCheck({ by, checkId, order, after }: FindingsSearch): boolean {
  return by !== 'finding' && [checkId, order, after].every((each) => each === undefined);
}

/** The order of the checks of a list: what does not fail, fails no control. */
export function checkOrderOf({ by, status = 'fail' }: FindingsSearch) {
  return by === 'worst' || !isFailing(status) ? ('severity' as const) : ('failed_controls' as const);
}

/** Checks in their order, the critical ones first: what is critical is seen even where it fails no control. */
export function criticalFirst<Group extends { severity: string }>(groups: readonly Group[]): Group[] {
  const isCritical = ({ severity }: Group) => severity === 'critical';
  return [...groups.filter(isCritical), ...groups.filter((each) => !isCritical(each))];
}

/** The same as the query of `GET /api/findings`. */
export function queryOf(search: FindingsSearch): string {
  const where = whereOf(search);
  const {
    status,
    exception,
    onHold,
    severity,
    checkId,
    framework,
    integrationId,
    controlId,
    firstSeenFrom,
    search: text,
    ofFailedControl,
  } = where;
  const given = {
    status: status?.[0],
    exception,
    on_hold: onHold,
    severity: severity?.[0],
    check_id: checkId?.[0],
    framework,
    integration_id: integrationId,
    control_id: controlId,
    first_seen_from: firstSeenFrom,
    search: text,
    of_failed_control: ofFailedControl,
    order_by: search.order,
  };
  const pairs = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value == null ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(pairs).toString();
}
