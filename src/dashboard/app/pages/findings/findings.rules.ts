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
    resourceIdContains: q ?? null,
  };
}

/** Whether a list has a line for each check: not where it is of one check or resource, or in an order of findings. */
export function isByCheck({ by, checkId, q, order, after }: FindingsSearch): boolean {
  return [by, checkId, q, order, after].every((each) => each === undefined);
}

/** The same as the query of `GET /api/findings`. */
export function queryOf(search: FindingsSearch): string {
  const where = whereOf(search);
  const { status, severity, checkId, framework, integrationId, controlId, firstSeenFrom, resourceIdContains } = where;
  const given = {
    status: status?.[0],
    severity: severity?.[0],
    check_id: checkId?.[0],
    framework,
    integration_id: integrationId,
    control_id: controlId,
    first_seen_from: firstSeenFrom,
    resource_id_contains: resourceIdContains,
    order_by: search.order,
  };
  const pairs = Object.entries(given).flatMap(([name, value]) => (value == null ? [] : [[name, value]]));
  return new URLSearchParams(pairs).toString();
}

interface Repairable {
  fault: string;
  check: { remediation?: { summary: string } | null };
  resource: { name: string | null } | null;
  resourceId: string | null;
}

/** What is to be done about a finding: the repair in short, and where. */
export function workTitle({ check, fault, resource, resourceId }: Repairable): string {
  const repair = check.remediation?.summary ?? fault;
  const where = resource?.name ?? resourceId;
  return where === null ? repair : `${where}: ${repair}`;
}
