import type { Scanner } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { json, text, type RowOf } from '../../platform/database/statement-row.js';
import { timestampOf } from '../../platform/database/timestamp.rules.js';
import { statement } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import { coveredCodes } from '../catalogue/tested-elements.rules.js';
import { currentChecks, currentScans } from '../acceptance/acceptance.sql.js';
import { OPEN_STATUSES, type ExceptionStatus } from './exception-states.js';

interface Person {
  id: string;
  name: string;
}

const COLUMNS = {
  id: 'uuid',
  scanner: text<Scanner>(),
  ruleId: 'text',
  title: 'text',
  controlNos: 'int4[]',
  integration: json<{ id: string; name: string }>('jsonb?'),
  resource: 'text',
  isPattern: 'bool',
  reason: 'text',
  compensatingMeasure: 'text?',
  evidenceIds: 'uuid[]',
  owner: json<Person>('jsonb?'),
  // A day, YYYY-MM-DD.
  expiresOn: 'text!',
  status: text<ExceptionStatus>(),
  proposedBy: json<Person>('jsonb?'),
  proposedAt: 'timestamptz',
  decidedBy: json<Person>('jsonb?'),
  decidedAt: 'timestamptz?',
  note: 'text?',
  endedBy: json<Person>('jsonb?'),
  endedAt: 'timestamptz?',
  resourceCount: 'int4!',
  newMatchCount: 'int4!',
  // A day, YYYY-MM-DD.
  renewedUntil: 'text?',
} as const;

/** A stored exception with the names of its people and the numbers of its resources. */
export type ExceptionRow = RowOf<typeof COLUMNS>;

/** The user behind a column, as `{ id, name }`; null where there is none. */
function person(column: 'owner_id' | 'proposed_by' | 'decided_by' | 'ended_by') {
  return sql`(
    select jsonb_build_object('id', u.id, 'name', u.name) from users u
    where u.tenant_id = e.tenant_id and u.id = ${sql.ref(`e.${column}`)})`;
}

/** Of an exception in force, `e`: the last day of the one about the same findings that is in force the longest after it; null without one. */
export const renewedUntil = sql`(
    select max(later.expires_on) from exceptions later
    where later.tenant_id = e.tenant_id and later.scanner = e.scanner and later.rule_id = e.rule_id
      and later.resource = e.resource and later.is_pattern = e.is_pattern
      and later.integration_id is not distinct from e.integration_id
      and later.status = 'approved' and later.expires_on > e.expires_on)`;

const columns = sql`
  e.id, e.scanner, e.rule_id as "ruleId", e.title, e.control_nos as "controlNos", (
    select jsonb_build_object('id', i.id, 'name', i.name) from integrations i
    where i.tenant_id = e.tenant_id and i.id = e.integration_id) as integration,
  e.resource, e.is_pattern as "isPattern", e.reason, e.compensating_measure as "compensatingMeasure",
  e.evidence_ids as "evidenceIds", ${person('owner_id')} as owner, e.expires_on::text as "expiresOn", e.status,
  ${person('proposed_by')} as "proposedBy", e.proposed_at as "proposedAt", ${person('decided_by')} as "decidedBy",
  e.decided_at as "decidedAt", e.note, ${person('ended_by')} as "endedBy",
  e.ended_at as "endedAt", counts.resources as "resourceCount", counts.new_matches as "newMatchCount",
  case when e.status = 'approved' then ${renewedUntil} end::text as "renewedUntil"`;

/** Of a proposal nothing is covered, and nothing is new. */
const exceptionsWithCounts = sql`(
  exceptions e cross join lateral (
    select (count(*) filter (where r.covered_at is not null or e.status = 'proposed'))::int as resources,
      (count(*) filter (where r.covered_at is null and e.status = 'approved'))::int as new_matches
    from exception_resources r where r.tenant_id = e.tenant_id and r.exception_id = e.id
  ) counts)`;

/** Some exceptions by their ids, in no order. */
export const exceptionsById = statement({
  name: 'exceptions.by_id',
  row: COLUMNS,
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select ${columns} from ${exceptionsWithCounts}
    where e.tenant_id = ${tenantId} and e.id = any(${ids}::uuid[])`,
  samples: [{ tenantId: '', ids: [] }],
});

/** Which exceptions; null means any. */
export interface ExceptionSelection {
  tenantId: string;
  statuses: readonly ExceptionStatus[] | null;
  integrationId: string | null;
  controlNo: number | null;
  /** Open ones whose last day is not after this one, and that none in force renews. */
  lastDay: string | null;
}

function selected({ tenantId, statuses, integrationId, controlNo, lastDay }: ExceptionSelection) {
  return sql`e.tenant_id = ${tenantId} and (${statuses}::text[] is null or e.status = any(${statuses}::text[]))
    and (${controlNo}::int is null or ${controlNo}::int = any(e.control_nos))
    and (${lastDay}::date is null or (e.expires_on <= ${lastDay}::date and e.status = any(${OPEN_STATUSES}::text[]) and ${renewedUntil} is null))
    and (${integrationId}::uuid is null or e.integration_id = ${integrationId}::uuid or exists (
      select from exception_resources r
      where r.tenant_id = ${tenantId} and r.exception_id = e.id and r.integration_id = ${integrationId}::uuid))`;
}

interface PageParams extends ExceptionSelection {
  /** Position of the exception before the page: time of its proposal since the epoch, and id. */
  after: { microseconds: number; id: string } | null;
  limit: number;
  offset: number;
}

const SELECTION: ExceptionSelection = {
  tenantId: '',
  statuses: null,
  integrationId: null,
  controlNo: null,
  lastDay: null,
};

/** One page of exceptions, newest first, with their positions. Only those of the page are counted. */
export const exceptionPage = statement({
  name: 'exceptions.page',
  row: { ...COLUMNS, microseconds: 'float8' },
  text: ({ after, limit, offset, ...selection }: PageParams) => sql`
    select ${columns}, (extract(epoch from e.proposed_at) * 1000000)::float8 as microseconds
    from (
      select e.id from exceptions e where ${selected(selection)}
      ${after === null ? sql`` : sql`and (e.proposed_at, e.id) < (${timestampOf(after.microseconds)}::timestamptz, ${after.id}::uuid)`}
      order by e.proposed_at desc, e.id desc limit ${limit} offset ${offset}
    ) page
    join ${exceptionsWithCounts} on e.tenant_id = ${selection.tenantId} and e.id = page.id
    order by e.proposed_at desc, e.id desc`,
  samples: [
    { ...SELECTION, after: null, limit: 1, offset: 0 },
    { ...SELECTION, after: { microseconds: 0, id: '' }, limit: 1, offset: 0 },
  ],
});

/** Number of the exceptions that a filter selects. */
export const exceptionCount = statement({
  name: 'exceptions.count',
  row: { count: 'int4' },
  text: (selection: ExceptionSelection) => sql`
    select count(*)::int as count from exceptions e where ${selected(selection)}`,
  samples: [SELECTION],
});

/** The first `first` resources of exceptions, new matches first; the same exception with each `first` that is wanted. */
export const firstResources = statement({
  name: 'exceptions.first_resources',
  row: {
    exceptionId: 'uuid',
    integrationId: 'uuid',
    id: 'text',
    name: 'text?',
    type: 'text?',
    region: 'text?',
    account: 'text?',
    firstSeenAt: 'timestamptz',
    coveredAt: 'timestamptz?',
  },
  text: ({ tenantId, ids, first }: { tenantId: string; ids: readonly string[]; first: number }) => sql`
    select listed.* from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select r.exception_id as "exceptionId", r.integration_id as "integrationId", r.resource_id as id,
        r.resource_name as name, r.resource_type as type, r.region, nullif(r.account, '') as account,
        r.first_seen_at as "firstSeenAt", r.covered_at as "coveredAt"
      from exception_resources r where r.tenant_id = ${tenantId} and r.exception_id = wanted.id
      order by r.covered_at is not null, r.resource_id, r.resource_key limit ${first}
    ) listed`,
  samples: [{ tenantId: '', ids: [], first: 1 }],
});

/**
 * The exceptions in force that accept findings of each control in the scans that count: of checks that decide an element which it
 * asks for, or that lead to it.
 */
export const exceptionsOfControls = statement({
  name: 'exceptions.of_controls',
  row: { controlNo: 'int4!', exceptionIds: 'uuid[]!' },
  text: ({ tenantId, controls }: { tenantId: string; controls: readonly Control[] }) => {
    const asked = controls.flatMap((control) => coveredCodes(control).map((code) => ({ no: control.no, code })));
    return sql`
      with ${currentScans({ tenantId })},
      accepting as (
        select distinct f.exception_id, c.decides, c.control_nos
        from ${currentChecks(tenantId)}
        cross join lateral (
          select f.exception_id from scan_findings f
          where f.tenant_id = ${tenantId} and f.scan_id = c.scan_id and f.check_no = c.check_no and f.exception_id is not null
          offset 0
        ) f
        where c.resources_accepted > 0
      ),
      asked as (
        select * from unnest(${asked.map(({ no }) => no)}::int[], ${asked.map(({ code }) => code)}::int[]) as a (no, code)
      ),
      wanted as (select no from unnest(${controls.map(({ no }) => no)}::int[]) as w (no)),
      found as (
        select a.no, x.exception_id from asked a join accepting x on a.code = any(x.decides)
        union
        select w.no, x.exception_id from wanted w join accepting x on w.no = any(x.control_nos)
      )
      select no as "controlNo", array_agg(exception_id order by exception_id) as "exceptionIds" from found group by no`;
  },
  samples: [{ tenantId: '', controls: [] }],
});

/** What is known of a rule that fails in the scans that count; no row where it does not fail. */
export const failingRule = statement({
  name: 'exceptions.failing_rule',
  row: { title: 'text!', controlNos: 'int4[]!' },
  text: ({ tenantId, scanner, ruleId }: { tenantId: string; scanner: string; ruleId: string }) => sql`
    with ${currentScans({ tenantId })},
    failing as (
      select c.* from scan_checks c
      join current_scans s on s.scan_id = c.scan_id and s.integration_id = c.integration_id
      where c.tenant_id = ${tenantId} and c.scanner = ${scanner} and c.rule_id = ${ruleId} and c.resources_failed > 0
    )
    select min(title) as title, coalesce((
        select array_agg(distinct no) from failing other, unnest(other.control_nos) as no), '{}') as "controlNos"
    from failing having count(*) > 0`,
  samples: [{ tenantId: '', scanner: '', ruleId: '' }],
});

/** Covers every listed resource of an exception that it does not cover yet. @returns how many */
export const coverResources = statement({
  name: 'exceptions.cover_resources',
  row: {},
  text: ({ tenantId, id, at }: { tenantId: string; id: string; at: Date }) => sql`
    update exception_resources set covered_at = ${at}
    where tenant_id = ${tenantId} and exception_id = ${id} and covered_at is null`,
  samples: [{ tenantId: '', id: '', at: new Date(0) }],
});
