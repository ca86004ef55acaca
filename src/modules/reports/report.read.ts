import type { RequestContext } from '../../context.js';
import type { Scanner, Severity } from '../../connectors/finding.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import type { ControlStatus } from '../posture/posture.js';
import type { ScanStatus } from '../scans/scan.states.js';
import { ASSESSMENT_DAYS, SCAN_DAYS } from '../scores/freshness.rules.js';
import { daysBefore } from './decision.rules.js';
import type { AffectedResource, AssessmentDecision, EvidenceItem, TrendPoint } from './report.facts.js';

/** Listed artifacts of one control; all are counted. */
const AUTOMATIC_LISTED = 3;
const MANUAL_LISTED = 20;
/** Failing resources that are read for one check. */
const RESOURCES_OF_CHECK = 5;
const TREND_POINTS = 12;

/** Whose rows, in which transaction, and up to when; `until` null is up to now. */
export interface Reading {
  em: EntityManager;
  tenantId: string;
  until: Date | null;
}

interface ScanOfReport {
  id: string;
  status: ScanStatus;
  frameworks: string[];
  completedAt: Date | null;
}

/** The scan a report names, where there is one: the one that is asked for, or the latest completed one of the framework. */
export async function readScanOfReport(
  { em, viewer }: RequestContext,
  framework: Framework,
  scanJobId: string | null,
): Promise<{ organization: string; scan: ScanOfReport | null }> {
  const wanted =
    scanJobId === null
      ? sql`s.status = 'completed' and s.frameworks @> array[${framework.slug}]::text[]`
      : sql`s.id = ${scanJobId}::uuid`;
  const found = await row(
    em,
    sql<ScanOfReport & { organization: string }>`
      select t.name as organization, s.id, s.status, s.frameworks, s.completed_at as "completedAt"
      from tenants t
      left join lateral (
        select s.* from scans s where s.tenant_id = t.id and ${wanted} order by s.sequence desc limit 1
      ) s on true
      where t.id = ${viewer.tenantId}`,
  );
  if (!found) throw notFound();
  const { organization, ...scan } = found;
  return { organization, scan: (scan.id as string | null) === null ? null : scan };
}

export interface StatusRow {
  no: number;
  status: ControlStatus;
  changedAt: Date;
}

/** The last change of each control up to the moment; controls without one are not assessed. */
export function readStatuses({ em, tenantId, until }: Reading, controls: readonly Control[]): Promise<StatusRow[]> {
  return rows(
    em,
    sql<StatusRow>`
      select wanted.no, last.status, last.changed_at as "changedAt"
      from unnest(${controls.map(({ no }) => no)}::int[]) as wanted (no)
      cross join lateral (${lastChange(tenantId, until)}) last`,
  );
}

/** The last row of the ledger for `wanted.no`. */
function lastChange(tenantId: string, until: Date | null | ReturnType<typeof sql>) {
  return sql`
    select status, changed_at from status_ledger
    where tenant_id = ${tenantId} and control_no = wanted.no
      and (${until}::timestamptz is null or changed_at <= ${until}::timestamptz)
    order by sequence desc limit 1`;
}

export interface ResultRow {
  no: number;
  /** When a check last looked. */
  votedAt: Date;
  /** The newest result that says what the status says; null where none does. */
  scanJobId: string | null;
  completedAt: Date | null;
  severity: Severity | null;
  finding: string | null;
  resourcesPassed: number | null;
  resourcesFailed: number | null;
}

/** For each control that a check looked at: when it last did, and the newest result that agrees with the status. */
export function readResults(
  { em, tenantId, until }: Reading,
  framework: Framework,
  statuses: readonly StatusRow[],
): Promise<ResultRow[]> {
  const evaluated = sql`
    from scans s
    join scan_results r on r.tenant_id = s.tenant_id and r.scan_id = s.id and r.control_no = wanted.no and r.evaluated
    where s.tenant_id = ${tenantId} and s.status = 'completed' and s.frameworks @> array[${framework.slug}]::text[]
      and (${until}::timestamptz is null or s.completed_at <= ${until}::timestamptz)`;
  return rows(
    em,
    sql<ResultRow>`
      select wanted.no, newest.completed_at as "votedAt", agreeing.*
      from unnest(
        ${statuses.map(({ no }) => no)}::int[], ${statuses.map(({ status }) => RESULT_OF[status])}::text[]
      ) as wanted (no, result)
      cross join lateral (select s.completed_at ${evaluated} order by s.sequence desc limit 1) newest
      left join lateral (
        select s.id as "scanJobId", s.completed_at as "completedAt", r.severity, r.finding,
          r.resources_passed as "resourcesPassed", r.resources_failed as "resourcesFailed"
        ${evaluated} and r.status = wanted.result
        order by s.sequence desc limit 1
      ) agreeing on true`,
  );
}

/** The verdict of a scan that makes each status. */
const RESULT_OF: Readonly<Record<ControlStatus, string | null>> = {
  passed: 'pass',
  failed: 'fail',
  not_applicable: 'not_applicable',
  not_assessed: null,
};

export type AssessmentRow = Omit<AssessmentDecision, 'source' | 'universalControl'> & { universalNo: number };

/** Assessments in force at the moment: the newest of each universal control, unless it takes the ones before back. */
export function readAssessments(
  { em, tenantId, until }: Reading,
  universalNos: readonly number[],
  asOf: Date,
): Promise<AssessmentRow[]> {
  return rows(
    em,
    sql<AssessmentRow>`
      select a.id as "assessmentId", a.universal_no as "universalNo", a.status as verdict, a.details, a.created_at as at,
        u.name as "assessedBy",
        exists (
          select from evidence e
          where e.tenant_id = a.tenant_id and e.id = any(a.evidence_ids) and e.expires_at <= ${asOf}
        ) as "hasExpiredEvidence"
      from (
        select distinct on (universal_no) * from assessments
        where tenant_id = ${tenantId} and universal_no = any(${[...universalNos]}::int[])
          and (${until}::timestamptz is null or created_at <= ${until}::timestamptz)
        order by universal_no, created_at desc, id desc
      ) a
      left join users u on u.tenant_id = a.tenant_id and u.id = a.assessed_by
      where a.status <> 'not_assessed'`,
  );
}

export type EvidenceLink = EvidenceItem & { no: number; automatic: number; manual: number; inDate: number };

/** The newest artifacts of each control, with the counts of all of them. */
export function readEvidenceOf(
  { em, tenantId, until }: Reading,
  controls: readonly Control[],
  asOf: Date,
): Promise<EvidenceLink[]> {
  return rows(
    em,
    sql<EvidenceLink>`
      with linked as (
        select l.control_no, e.id, e.type, e.created_at,
          case when e.expires_at is not null then e.expires_at > ${asOf}
            when e.type = 'auto' then e.collected_at >= ${daysBefore(asOf, SCAN_DAYS)}
            else e.collected_at >= ${daysBefore(asOf, ASSESSMENT_DAYS)} end as in_date
        from evidence_controls l join evidence e on e.tenant_id = l.tenant_id and e.id = l.evidence_id
        where l.tenant_id = ${tenantId} and l.control_no = any(${controls.map(({ no }) => no)}::int[])
          and (${until}::timestamptz is null or e.created_at <= ${until}::timestamptz)
      ),
      counted as (
        select control_no, count(*) filter (where type = 'auto')::int as automatic,
          count(*) filter (where type = 'manual')::int as manual, count(*) filter (where in_date)::int as in_date
        from linked group by control_no
      ),
      ranked as (
        select *, row_number() over (partition by control_no, type order by created_at desc, id desc) as nth from linked
      )
      select r.control_no as no, c.automatic, c.manual, c.in_date as "inDate", r.in_date as "isInDate", e.id, e.type,
        e.title, e.file_reference as "fileReference", e.file_name as "fileName", e.size::float8 as size, e.sha256,
        e.collected_at as "collectedAt", e.expires_at as "expiresAt", e.created_at as "createdAt"
      from ranked r
      join counted c on c.control_no = r.control_no
      join evidence e on e.tenant_id = ${tenantId} and e.id = r.id
      where r.nth <= case r.type when 'auto' then ${AUTOMATIC_LISTED}::int else ${MANUAL_LISTED}::int end
      order by r.control_no, r.type desc, r.nth`,
  );
}

export interface FailingCheckRow {
  scanJobId: string;
  scanner: Scanner;
  ruleId: string;
  title: string;
  controlNos: number[];
  resources: Omit<AffectedResource, 'check'>[];
}

/** The checks that failed in some scans, with the first resources of each. */
export function readFailingChecks(
  { em, tenantId }: Reading,
  scanIds: readonly string[],
  controls: readonly Control[],
): Promise<FailingCheckRow[]> {
  return rows(
    em,
    sql<FailingCheckRow>`
      select c.scan_id as "scanJobId", c.scanner, c.rule_id as "ruleId", c.title, c.control_nos as "controlNos",
        coalesce((
          select jsonb_agg(failing) from (
            select f.resource_id as id, f.resource_name as name, f.resource_type as type, f.region, f.account, f.summary
            from scan_findings f
            where f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no
            order by f.finding_no limit ${RESOURCES_OF_CHECK}
          ) failing
        ), '[]') as resources
      from scan_checks c
      where c.tenant_id = ${tenantId} and c.scan_id = any(${[...scanIds]}::uuid[]) and c.resources_failed > 0
        and c.control_nos && ${controls.map(({ no }) => no)}::int[]
      order by array_position(array['critical', 'high', 'medium', 'low', 'informational'], c.severity), c.check_no`,
  );
}

/** Statuses of a framework's controls at the end of each of its latest scans, oldest first. */
export async function readTrend({ em, tenantId, until }: Reading, framework: Framework): Promise<TrendPoint[]> {
  return rows(
    em,
    sql<TrendPoint>`
      select s.id as "scanJobId", s.completed_at as "completedAt",
        array_agg(coalesce(last.status, 'not_assessed') order by wanted.nth) as statuses
      from (
        select id, sequence, completed_at from scans
        where tenant_id = ${tenantId} and status = 'completed' and frameworks @> array[${framework.slug}]::text[]
          and (${until}::timestamptz is null or completed_at <= ${until}::timestamptz)
        order by sequence desc limit ${TREND_POINTS}
      ) s
      cross join unnest(${framework.controls.map(({ no }) => no)}::int[]) with ordinality as wanted (no, nth)
      left join lateral (${lastChange(tenantId, sql`s.completed_at`)}) last on true
      group by s.id, s.sequence, s.completed_at
      order by s.completed_at, s.sequence`,
  );
}
