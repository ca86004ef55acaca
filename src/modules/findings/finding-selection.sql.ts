import type { RawBuilder } from 'kysely';
import type { FindingStatus } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { isAccepted, isOnHold, lastSeenAt } from './finding-row.sql.js';
import { ANY_RESOURCE, meets, type ResourceCondition } from './resource-condition.sql.js';

/** Which findings. */
export interface FindingSelection {
  tenantId: string;
  integrationIds: readonly string[];
  /** Of a scan its number in each of the integrations, in their order; null for what is current. */
  scanNos: readonly number[] | null;
  statuses: readonly FindingStatus[];
  /** Positions in the list of severities. */
  severities: readonly number[];
  /** Null for any check. */
  checkNos: readonly number[] | null;
  /** Null for any resource that meets `rest`. */
  resourceNos: readonly number[] | null;
  rest: Remainder;
}

/** Conditions that findings are read in order for, and left out where they do not meet them. */
export interface Remainder {
  resources: ResourceCondition;
  isAccepted: boolean | null;
  /** Whether no scan since it was last seen could decide it. */
  isOnHold: boolean | null;
  firstSeen: Span;
  lastSeen: Span;
  /** Of one of these checks, or on a resource of which the name, id or type has the text; null for any. */
  named: { checkNos: readonly number[]; text: string } | null;
}

/** A time, of which either end may be open; `to` is exclusive. */
export interface Span {
  from: Date | null;
  to: Date | null;
}

const ANY_TIME: Span = { from: null, to: null };

export const ANY: Remainder = {
  resources: ANY_RESOURCE,
  isAccepted: null,
  isOnHold: null,
  firstSeen: ANY_TIME,
  lastSeen: ANY_TIME,
  named: null,
};
/** For the `samples` of statements. */
export const SAMPLE: FindingSelection = {
  tenantId: '',
  integrationIds: [],
  scanNos: null,
  statuses: [],
  severities: [],
  checkNos: null,
  resourceNos: null,
  rest: ANY,
};
export const NARROW: FindingSelection = {
  ...SAMPLE,
  scanNos: [],
  checkNos: [],
  resourceNos: [],
  rest: {
    resources: { ...ANY_RESOURCE, contains: '' },
    isAccepted: true,
    isOnHold: true,
    firstSeen: { from: new Date(0), to: new Date(0) },
    lastSeen: { from: new Date(0), to: new Date(0) },
    named: { checkNos: [], text: '' },
  },
};
/** Of what is current, by when it was last seen. */
export const LAST_SEEN: FindingSelection = { ...SAMPLE, rest: { ...ANY, lastSeen: { from: new Date(0), to: null } } };

/** What the conditions of a remainder ask of a row of `findings`, as `f`. */
export function restOf(selection: FindingSelection, isByCheck: boolean) {
  const { tenantId, rest, checkNos } = selection;
  const conditions = [
    // Not a condition that could become a join: the resources are found once, whatever the number of streams.
    rest.resources === ANY_RESOURCE
      ? []
      : [
          sql`(f.resource_no in (select r.resource_no from resources r where r.tenant_id = ${tenantId} and ${meets(rest.resources)})) is true`,
        ],
    rest.named === null
      ? []
      : [
          sql`(f.check_no = any(${rest.named.checkNos}::int[]) or f.resource_no in (
            select r.resource_no from resources r
            where r.tenant_id = ${tenantId} and ${meets({ ...ANY_RESOURCE, search: rest.named.text })})) is true`,
        ],
    rest.isOnHold === null ? [] : [rest.isOnHold ? isOnHold : sql`not ${isOnHold}`],
    rest.isAccepted === null ? [] : [rest.isAccepted ? isAccepted : sql`not ${isAccepted}`],
    isOpen(rest.firstSeen) ? [] : [within(sql`f.first_seen_at`, rest.firstSeen)],
    isOpen(rest.lastSeen) ? [] : [isLastSeen(selection)],
    checkNos === null || isByCheck ? [] : [sql`f.check_no = any(${checkNos}::int[])`],
  ].flat();
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`;
}

/** Whether a row of `findings`, as `f`, was last seen within the time that is asked for. */
function isLastSeen({ tenantId, integrationIds, scanNos, rest: { lastSeen } }: FindingSelection) {
  if (scanNos !== null) return within(lastSeenAt, lastSeen);
  // What is current was seen by the newest scan of its integration: that is found once, not for each finding.
  return sql`
    case when f.last_seen_at is null then f.integration_id in (
      select i.id from unnest(${integrationIds}::uuid[]) as i (id), lateral (
        select seen_at from finding_scans where tenant_id = ${tenantId} and integration_id = i.id
        order by scan_no desc limit 1
      ) newest where ${within(sql`newest.seen_at`, lastSeen)}
    ) else ${within(sql`f.last_seen_at`, lastSeen)} end`;
}

/** Whether a span has neither begin nor end, and holds every moment. */
export function isOpen({ from, to }: Span): boolean {
  return from === null && to === null;
}

function within(at: RawBuilder<unknown>, { from, to }: Span) {
  return sql`(${at} >= coalesce(${from}::timestamptz, '-infinity') and ${at} < coalesce(${to}::timestamptz, 'infinity'))`;
}

/** Numbers of the scan, as rows of `scans`. */
export function scansOf({ integrationIds, scanNos }: FindingSelection) {
  return sql`unnest(${integrationIds}::uuid[], ${scanNos ?? []}::int[]) as scans (integration_id, scan_no)`;
}
