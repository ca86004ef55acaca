import type { Acceptable } from '../../parts/exceptions/accept-finding';
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

const DAY_MS = 86_400_000;

/** Days in which what was first seen is new. */
const NEW_DAYS = 7;

/** The midnight (UTC) since which what is first seen is new, RFC 3339. */
export function newSince(now: Date): string {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - NEW_DAYS * DAY_MS).toISOString();
}

interface Repairable {
  fault: string;
  check: { remediation?: { summary: string } | null };
  resource: { name: string | null } | null;
  resourceId: string | null;
}

/** What is to be done about a finding: the repair in short, and where. */
export function workTitle({ fault, resource, resourceId }: Repairable): string {
  const where = resource?.name ?? resourceId;
  return where === null ? fault : `${fault} · ${where}`;
}

interface Found extends Repairable {
  scanner: string;
  ruleId: string;
  integration: { id: string };
}

/** A finding as an exception takes it; null for one on the integration as a whole. */
export function acceptableOf({
  resourceId: id,
  resource,
  fault,
  scanner,
  ruleId,
  integration,
}: Found): Acceptable | null {
  return id === null
    ? null
    : { id, name: resource?.name ?? null, check: fault, scanner, ruleId, integrationId: integration.id };
}
