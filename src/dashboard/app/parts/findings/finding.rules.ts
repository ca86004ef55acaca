import { DAY_MS } from '../calendar.rules.js';
import type { Acceptable } from '../exceptions/accept-finding';

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

interface Found extends Omit<Repairable, 'check'> {
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
