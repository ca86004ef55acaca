import type { Scanner } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import { elementCodeOf } from '../posture/element.sql.js';

/** Exceptions of a tenant, and a scan that is being stored beside those that completed. */
export interface AcceptanceScope {
  tenantId: string;
  /** Null for every exception. */
  exceptionIds: readonly string[] | null;
  /** @default none */
  scanId?: string | null;
}

const SAMPLE: AcceptanceScope = { tenantId: '', exceptionIds: null, scanId: null };

/**
 * `current_scans (integration_id, scan_id)`: the scans on which votes rest, and the last one of each integration. Findings of
 * former scans stay as they were.
 *
 * Of a tenant that is new the planner knows nothing, and takes each of its tables for one row: joined as it likes, a scan of a thousand
 * checks took a minute. What follows reads each table once, by the key that the one before gives (`offset 0` keeps that order; docs/adr/0056-reads-without-statistics.md).
 */
export function currentScans({ tenantId, scanId = null }: Pick<AcceptanceScope, 'tenantId' | 'scanId'>) {
  return sql`
    current_scans as materialized (
      select integration_id, scan_id from element_votes where tenant_id = ${tenantId}
      union
      select i.id, latest.id from integrations i
      cross join lateral (
        select s.id from scans s
        where s.tenant_id = i.tenant_id and i.id = any(s.integration_ids)
          and (s.status = 'completed' or s.id = ${scanId}::uuid)
        order by s.sequence desc limit 1
      ) latest
      where i.tenant_id = ${tenantId}
    )`;
}

/** Checks `c` of the current scans `s`, after `currentScans`. */
export function currentChecks(tenantId: string) {
  return sql`
    current_scans s
    cross join lateral (
      select c.* from scan_checks c
      where c.tenant_id = ${tenantId} and c.scan_id = s.scan_id and c.integration_id = s.integration_id
      offset 0
    ) c`;
}

/** Findings of a check `c`. */
const FINDINGS = sql`scan_findings f where f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no`;

/** Key of a finding's resource, as `exception_resources.resource_key` has it. */
const RESOURCE_KEY = sql`md5(coalesce(f.account, '') || chr(10) || f.resource_id)::uuid`;

/** Whether an exception `e` was in force at a moment: approved before, and not ended yet. */
export function wasInForce(at: Date) {
  return sql`(e.status <> 'rejected' and e.decided_at <= ${at}::timestamptz
    and (e.ended_at is null or e.ended_at > ${at}::timestamptz))`;
}

/** Id of the exception that accepted a finding `f` of a check `c` at a moment: the one with the last day, or null. */
export function acceptedAt(at: Date) {
  return sql`(
    select e.id from exception_resources r
    join exceptions e on e.tenant_id = r.tenant_id and e.id = r.exception_id
    where r.tenant_id = c.tenant_id and r.integration_id = c.integration_id and r.resource_key = ${RESOURCE_KEY}
      and r.covered_at <= ${at}::timestamptz and e.scanner = c.scanner and e.rule_id = c.rule_id
      and ${wasInForce(at)}
    order by e.expires_on desc, e.id limit 1)`;
}

/**
 * Adds the failing resources of the current scans that open exceptions match and do not list yet, not covered.
 * @returns how many, of each exception that has some
 */
export const recordMatches = statement({
  name: 'exceptions.record_matches',
  row: { exceptionId: 'uuid', status: text<'proposed' | 'approved'>(), count: 'int4' },
  text: ({ at, ...scope }: AcceptanceScope & { at: Date }) => sql`
    with ${currentScans(scope)},
    added as (
      insert into exception_resources (tenant_id, exception_id, integration_id, account, resource_id, resource_name,
        resource_type, region, first_seen_at)
      select distinct on (e.id, c.integration_id, ${RESOURCE_KEY}) e.tenant_id, e.id, c.integration_id,
        coalesce(f.account, ''), f.resource_id, f.resource_name, f.resource_type, f.region, ${at}::timestamptz
      from ${currentChecks(scope.tenantId)}
      join exceptions e on e.tenant_id = ${scope.tenantId} and e.scanner = c.scanner and e.rule_id = c.rule_id
        and (e.integration_id is null or c.integration_id = e.integration_id)
      cross join lateral (select f.* from ${FINDINGS} and f.resource_id like e.resource_like offset 0) f
      where e.status in ('proposed', 'approved')
        and (${scope.exceptionIds}::uuid[] is null or e.id = any(${scope.exceptionIds}::uuid[]))
      on conflict do nothing
      returning exception_id
    )
    select e.id as "exceptionId", e.status, count(*)::int as count
    from added join exceptions e on e.tenant_id = ${scope.tenantId} and e.id = added.exception_id
    group by e.id, e.status order by e.id`,
  samples: [{ ...SAMPLE, at: new Date(0) }],
});

/** `matched (scan_id, check_no)`: checks of the current scans of which there is an exception. */
function matchedChecks(scope: AcceptanceScope) {
  return sql`
    ${currentScans(scope)},
    rules as materialized (
      select distinct scanner, rule_id from exceptions
      where tenant_id = ${scope.tenantId} and (${scope.exceptionIds}::uuid[] is null or id = any(${scope.exceptionIds}::uuid[]))
    ),
    matched as materialized (
      select c.scan_id, c.check_no from ${currentChecks(scope.tenantId)}
      where (c.scanner, c.rule_id) in (select scanner, rule_id from rules)
    )`;
}

/** Of a table with a scan and a check, the rows of matched checks, by its key: an update of one table, which no join can multiply. */
function isMatched(table: 'f' | 'c') {
  const [scanId, checkNo] = [sql.ref(`${table}.scan_id`), sql.ref(`${table}.check_no`)];
  return sql`
    ${scanId} = any(array(select scan_id from matched)) and ${checkNo} = any(array(select check_no from matched))
    and (${scanId}, ${checkNo}) in (select scan_id, check_no from matched)`;
}

/** Id of the exception that accepts a finding `f`: the approved one that ends last, or null. */
const ACCEPTED_BY = sql`(
  select e.id
  from (
    select * from scan_checks
    where tenant_id = f.tenant_id and scan_id = f.scan_id and check_no = f.check_no
    offset 0
  ) c
  cross join lateral (
    select exception_id from exception_resources r
    where r.tenant_id = f.tenant_id and r.integration_id = c.integration_id and r.resource_key = ${RESOURCE_KEY}
      and r.covered_at is not null
    offset 0
  ) r
  join exceptions e on e.tenant_id = f.tenant_id and e.id = r.exception_id
  where e.status = 'approved' and e.scanner = c.scanner and e.rule_id = c.rule_id
  order by e.expires_on desc, e.id limit 1)`;

/** Notes at each failing finding of the current scans which exception accepts it: the approved one that ends last, or none. */
export const markFindings = statement({
  name: 'exceptions.mark_findings',
  row: {},
  text: (scope: AcceptanceScope) => sql`
    with ${matchedChecks(scope)}
    update scan_findings f set exception_id = ${ACCEPTED_BY}
    where f.tenant_id = ${scope.tenantId} and ${isMatched('f')} and f.exception_id is distinct from ${ACCEPTED_BY}`,
  samples: [SAMPLE],
});

/** Number of the resources of a check `c` that are accepted. */
const ACCEPTED_RESOURCES = sql`(
  select count(distinct (coalesce(f.account, ''), f.resource_id))::int from ${FINDINGS} and f.exception_id is not null)`;

/** Counts the accepted resources of each check of the current scans. */
export const countAccepted = statement({
  name: 'exceptions.count_accepted',
  row: {},
  text: (scope: AcceptanceScope) => sql`
    with ${matchedChecks(scope)}
    update scan_checks c set resources_accepted = ${ACCEPTED_RESOURCES}
    where c.tenant_id = ${scope.tenantId} and ${isMatched('c')} and c.resources_accepted <> ${ACCEPTED_RESOURCES}`,
  samples: [SAMPLE],
});

/**
 * Accepts the failing votes whose failing findings are all accepted, and only these.
 * @returns the universal controls of the votes that changed, by number
 */
export const markVotes = statement({
  name: 'exceptions.mark_votes',
  row: { universalNo: 'int4' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    with failing as (
      select v.universal_no, v.element, v.integration_id, coalesce((
        select bool_and(c.resources_accepted = c.resources_failed) from scan_checks c
        where c.tenant_id = v.tenant_id and c.scan_id = v.scan_id and c.integration_id = v.integration_id
          and ${elementCodeOf('v')} = any(c.decides) and c.resources_failed > 0
      ), false) as is_accepted
      from element_votes v where v.tenant_id = ${tenantId} and v.found = 'fail'
    ),
    changed as (
      update element_votes v set is_accepted = f.is_accepted from failing f
      where v.tenant_id = ${tenantId} and v.universal_no = f.universal_no and v.element = f.element
        and v.integration_id = f.integration_id and v.is_accepted <> f.is_accepted
      returning v.universal_no
    )
    select distinct universal_no as "universalNo" from changed order by 1`,
  samples: [{ tenantId: '' }],
});

/** What exceptions in force cover in some integrations. */
export const coveredResources = statement({
  name: 'exceptions.covered_resources',
  row: {
    integrationId: 'uuid',
    scanner: text<Scanner>(),
    ruleId: 'text',
    // Empty where the finding names none.
    account: 'text',
    resourceId: 'text',
  },
  text: ({ tenantId, integrationIds }: { tenantId: string; integrationIds: readonly string[] }) => sql`
    select r.integration_id as "integrationId", e.scanner, e.rule_id as "ruleId", r.account, r.resource_id as "resourceId"
    from exception_resources r
    join exceptions e on e.tenant_id = r.tenant_id and e.id = r.exception_id
    where r.tenant_id = ${tenantId} and r.integration_id = any(${integrationIds}::uuid[])
      and r.covered_at is not null and e.status = 'approved'`,
  samples: [{ tenantId: '', integrationIds: [] }],
});

export type CoveredResource = StatementRow<typeof coveredResources>;
