import type { Scanner } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { acceptedAt, currentScans } from '../acceptance/acceptance.sql.js';
import { lastScansAt, storedCheck, type StoredCheck } from './derivation.sql.js';

/** Place of a failing resource in the list of its check. */
export interface ResourcePlace {
  isAccepted: boolean;
  findingNo: number;
}

/** A check of a scan, and which of its failing resources are wanted: `first` of them, after a place and `offset` more. */
export interface WantedResources {
  scanJobId: string;
  checkNo: number;
  first: number;
  after: ResourcePlace | null;
  offset: number;
}

/**
 * Pages of the failing resources of checks of scans: those that no exception accepts first.
 * @param at the moment whose exceptions count; null for now
 */
export const failingResources = statement({
  name: 'derivation.failing_resources',
  row: {
    // Position in `wanted`, from 1.
    place: 'int8!',
    resourceId: 'text',
    name: 'text?',
    type: 'text?',
    region: 'text?',
    account: 'text?',
    summary: 'text',
    exceptionId: 'uuid?',
    findingNo: 'int4',
  },
  text: ({ tenantId, wanted, at }: { tenantId: string; wanted: readonly WantedResources[]; at: Date | null }) => sql`
    select wanted.place, f.resource_id as "resourceId", f.resource_name as name, f.resource_type as type, f.region,
      f.account, f.summary, f.accepted_by as "exceptionId", f.finding_no as "findingNo"
    from unnest(
      ${wanted.map(({ scanJobId }) => scanJobId)}::uuid[], ${wanted.map(({ checkNo }) => checkNo)}::int[],
      ${wanted.map(({ first }) => first)}::int[], ${wanted.map(({ offset }) => offset)}::int[],
      ${wanted.map(({ after }) => after?.isAccepted ?? null)}::bool[], ${wanted.map(({ after }) => after?.findingNo ?? null)}::int[]
    ) with ordinality as wanted (scan_id, check_no, first, skipped, after_accepted, after_no, place)
    cross join lateral (
      select own.* from (${findings(tenantId, at)}) own
      where wanted.after_no is null
        or (own.accepted_by is not null, own.finding_no) > (wanted.after_accepted, wanted.after_no)
      order by own.accepted_by is not null, own.finding_no limit wanted.first offset wanted.skipped
    ) f
    order by wanted.place, f.accepted_by is not null, f.finding_no`,
  samples: [
    { tenantId: '', wanted: [], at: null },
    { tenantId: '', wanted: [], at: new Date(0) },
  ],
});

/** Failing findings of the check `wanted`, with the exception that accepts each. */
function findings(tenantId: string, at: Date | null) {
  const ofCheck = sql`f.tenant_id = ${tenantId} and f.scan_id = wanted.scan_id and f.check_no = wanted.check_no`;
  if (at === null) return sql`select f.*, f.exception_id as accepted_by from scan_findings f where ${ofCheck}`;
  return sql`
    select f.*, ${acceptedAt(at)} as accepted_by from scan_findings f
    join scan_checks c on c.tenant_id = f.tenant_id and c.scan_id = f.scan_id and c.check_no = f.check_no
    where ${ofCheck}`;
}

/** A check that ran in a scan on which votes rest, or in the last one of its integration. */
export interface CurrentCheck extends StoredCheck {
  scanner: Scanner;
  integrationId: string;
  integrationName: string;
  /** RFC 3339. */
  evaluatedAt: string;
  scanJobId: string;
}

/**
 * Of controls, the checks that lead to them and ran last, by integration; of a moment, those of the last scan of each integration that was
 * connected then.
 */
export const currentChecks = statement({
  name: 'derivation.current_checks',
  row: { controlNo: 'int4!', checks: json<CurrentCheck[]>() },
  text: ({ tenantId, nos, at }: { tenantId: string; nos: readonly number[]; at: Date | null }) => sql`
    with ${at === null ? currentScans({ tenantId }) : sql`current_scans as (${lastScansAt(tenantId, at)})`},
    ran as materialized (
      select distinct on (c.integration_id, c.scanner, c.rule_id) c.*, i.name as integration_name,
        i.created_at as connected_at, s.completed_at
      from current_scans current
      join scans s on s.tenant_id = ${tenantId} and s.id = current.scan_id
      join integrations i on i.tenant_id = ${tenantId} and i.id = current.integration_id
        ${at === null ? sql`and i.status <> 'disconnected'` : sql``}
      join scan_checks c on c.tenant_id = ${tenantId} and c.scan_id = current.scan_id and c.integration_id = i.id
      where c.control_nos && ${nos}::int[]
      order by c.integration_id, c.scanner, c.rule_id, s.sequence desc
    )
    select wanted.no as "controlNo", (
      select coalesce(jsonb_agg(jsonb_build_object('scanner', c.scanner, 'integrationId', c.integration_id,
        'integrationName', c.integration_name, 'evaluatedAt', c.completed_at, 'scanJobId', c.scan_id, ${storedCheck(at)})
        order by c.connected_at, c.integration_id, c.check_no), '[]')
      from ran c where wanted.no = any(c.control_nos)
    ) as checks
    from unnest(${nos}::int[]) as wanted (no)`,
  samples: [
    { tenantId: '', nos: [], at: null },
    { tenantId: '', nos: [], at: new Date(0) },
  ],
});
