import type { FindingsSearch } from './findings-search';

/** The conditions of a filter, as the graph takes them. */
export function whereOf({
  status = 'fail',
  severity,
  framework,
  integrationId,
  checkId,
  controlId,
  since,
  q,
}: FindingsSearch) {
  return {
    status: status === 'any' ? null : [status],
    severity: severity === undefined ? null : [severity],
    checkId: checkId === undefined ? null : [checkId],
    framework: framework ?? null,
    integrationId: integrationId ?? null,
    controlId: controlId ?? null,
    firstSeenFrom: since ?? null,
    search: q ?? null,
  };
}

/** Whether a list has a line for each check: not where it is of one check, or in an order of findings. */
export function isByCheck({ by, checkId, order, after }: FindingsSearch): boolean {
  return [by, checkId, order, after].every((each) => each === undefined);
}

/** The same as the query of `GET /api/findings`. */
export function queryOf(search: FindingsSearch): string {
  const where = whereOf(search);
  const { status, severity, checkId, framework, integrationId, controlId, firstSeenFrom, search: text } = where;
  const given = {
    status: status?.[0],
    severity: severity?.[0],
    check_id: checkId?.[0],
    framework,
    integration_id: integrationId,
    control_id: controlId,
    first_seen_from: firstSeenFrom,
    search: text,
    order_by: search.order,
  };
  const pairs = Object.entries(given).flatMap(([name, value]) => (value == null ? [] : [[name, value]]));
  return new URLSearchParams(pairs).toString();
}
