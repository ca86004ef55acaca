import type { Scanner } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import { fileReferenceOf, joinPart } from '../evidence/artifact-row.sql.js';
import { withdrawnEvidenceOf } from '../posture/assessment.sql.js';
import { ASSESSMENT_DAYS, SCAN_DAYS } from '../scores/freshness.rules.js';
import { daysBefore } from './decision.rules.js';
import { SAMPLE_SCOPE, type ReportScope } from './report-facts.sql.js';
import type { AffectedResource, AssessmentDecision } from './report-facts.js';

/** Artifacts listed per control; the counts include all. */
const AUTOMATIC_LISTED = 3;
const MANUAL_LISTED = 20;
/** Failing resources read per check. */
const RESOURCES_OF_CHECK = 5;

/** Assessments in force at the moment: the newest of each universal control, unless it withdraws the ones before. */
export const assessmentsAt = statement({
  name: 'reports.assessments_at',
  row: {
    assessmentId: 'uuid',
    universalNo: 'int4',
    verdict: text<AssessmentDecision['verdict']>(),
    details: 'text?',
    at: 'timestamptz',
    assessedBy: 'text?',
    hasExpiredEvidence: 'bool',
    evidence: 'int4',
    // Of the evidence, whenever it was withdrawn.
    withdrawnEvidence: 'int4',
  },
  text: ({ tenantId, until, universalNos, asOf }: ReportScope & { universalNos: readonly number[]; asOf: Date }) => sql`
    select a.id as "assessmentId", a.universal_no as "universalNo", a.status as verdict, a.details, a.created_at as at,
      u.name as "assessedBy",
      exists (
        select from evidence e
        where e.tenant_id = a.tenant_id and e.id = any(a.evidence_ids) and (e.expires_at <= ${asOf} or exists (
            select from evidence_withdrawals w where w.tenant_id = e.tenant_id and w.evidence_id = e.id))
      ) as "hasExpiredEvidence", cardinality(a.evidence_ids) as evidence,
      cardinality(${withdrawnEvidenceOf(tenantId, 'a')}) as "withdrawnEvidence"
    from unnest(${universalNos}::int[]) as wanted (no)
    cross join lateral (
      select * from assessments
      where tenant_id = ${tenantId} and universal_no = wanted.no
        and (${until}::timestamptz is null or created_at <= ${until}::timestamptz)
      order by created_at desc, id desc limit 1
    ) a
    left join users u on u.tenant_id = a.tenant_id and u.id = a.assessed_by
    where a.status <> 'not_assessed'`,
  samples: [{ ...SAMPLE_SCOPE, universalNos: [], asOf: new Date(0) }],
});

/** Whether the artifact `e` with the withdrawal `w` is in date: where it does not expire, collected from a moment on. */
const inDate = (asOf: Date, from: ReturnType<typeof sql>) => sql`
  case when w.evidence_id is not null then false when e.expires_at is not null then e.expires_at > ${asOf}::timestamptz
    else e.collected_at >= ${from} end`;

/** Links of controls to artifacts of a type up to the moment; people may make some later than the artifact. */
const links = ({ tenantId, until }: ReportScope, type: 'auto' | 'manual', controls: ReturnType<typeof sql>) => sql`
  evidence_controls l
  where l.tenant_id = ${tenantId} and l.control_no ${controls} and l.type = ${sql.lit(type)}
    and (${until}::timestamptz is null
      or l.created_at <= ${until}::timestamptz and (l.linked_at is null or l.linked_at <= ${until}::timestamptz))`;

/** Number of the automatic artifacts of each control that has one: as it was counted where they were written, without those after the moment. */
function automaticLinks({ tenantId, until }: ReportScope, controls: readonly Control[]) {
  const newer =
    until === null
      ? sql`0`
      : sql`(select count(*) from evidence_controls e
          where e.tenant_id = ${tenantId} and e.control_no = wanted.no and e.type = 'auto' and e.created_at > ${until}::timestamptz)`;
  return sql`
    select control_no, total from (
      select wanted.no as control_no, (l.rows - ${newer})::int as total
      from unnest(${controls.map(({ no }) => no)}::int[], ${controls.map(({ no }) => `${no} auto`)}::text[]) as wanted (no, subset)
      join list_counts l on l.tenant_id = ${tenantId} and l.list = 'evidence_controls' and l.subset = wanted.subset
    ) counted_links where total > 0`;
}

/**
 * The newest artifacts of each control, with the counts of all of them; withdrawn ones are listed and do not count. Automatic ones, of
 * which every scan brings more, are read only as far back as they may be in date: none was collected after it was created.
 */
export const evidenceAt = statement({
  name: 'reports.evidence_at',
  row: {
    no: 'int4!',
    automatic: 'int4!',
    manual: 'int4!',
    inDate: 'int4!',
    isInDate: 'bool!',
    id: 'uuid!',
    // Whether it is the control's part of an artifact, of which the title and the name of the file are then.
    isPart: 'bool!',
    type: text<'auto' | 'manual'>(),
    title: 'text',
    fileReference: 'text!',
    fileName: 'text',
    size: 'float8!',
    sha256: 'text!',
    collectedAt: 'timestamptz',
    expiresAt: 'timestamptz?',
    createdAt: 'timestamptz',
    withdrawnAt: 'timestamptz?',
    withdrawalReason: 'text?',
  },
  text: ({ controls, asOf, ...scope }: ReportScope & { controls: readonly Control[]; asOf: Date }) => {
    const ofControls = sql`= any(${controls.map(({ no }) => no)}::int[])`;
    const scanned = sql`${daysBefore(asOf, SCAN_DAYS)}::timestamptz`;
    const judged = sql`${daysBefore(asOf, ASSESSMENT_DAYS)}::timestamptz`;
    // Read apart from each other and then hashed: looking every artifact up would cost more than all of a period.
    const joined = (name: string) => sql`
      from ${sql.ref(`${name}_links`)} l join ${sql.ref(`${name}_artifacts`)} e on e.id = l.evidence_id
      left join evidence_withdrawals w on w.tenant_id = ${scope.tenantId} and w.evidence_id = e.id
      group by l.control_no`;
    const artifacts = sql`select id, collected_at, expires_at from evidence where tenant_id = ${scope.tenantId}`;
    return sql`
      with automatic as (${automaticLinks(scope, controls)}),
      recent_links as materialized (
        select l.control_no, l.evidence_id from ${links(scope, 'auto', ofControls)} and l.created_at >= ${scanned}
      ),
      recent_artifacts as materialized (${artifacts} and type = 'auto' and created_at >= ${scanned}),
      recent as (select l.control_no, count(*) filter (where ${inDate(asOf, scanned)})::int as in_date ${joined('recent')}),
      uploaded_links as materialized (select l.control_no, l.evidence_id from ${links(scope, 'manual', ofControls)}),
      uploaded_artifacts as materialized (${artifacts} and type = 'manual'),
      uploaded as (
        select l.control_no, count(*) filter (where w.evidence_id is null)::int as total,
          count(*) filter (where ${inDate(asOf, judged)})::int as in_date
        ${joined('uploaded')}
      ),
      counted as materialized (
        select coalesce(automatic.control_no, uploaded.control_no) as no, automatic.total as automatic, uploaded.total as manual,
          coalesce(recent.in_date, 0) + coalesce(uploaded.in_date, 0) as in_date
        from automatic full join uploaded using (control_no) left join recent using (control_no)
      )
      select counted.no, coalesce(counted.automatic, 0) as automatic, coalesce(counted.manual, 0) as manual,
        counted.in_date as "inDate", ${inDate(asOf, sql`case e.type when 'auto' then ${scanned} else ${judged} end`)} as "isInDate",
        coalesce(part.part_id, e.id) as id, part.part_id is not null as "isPart", e.type, e.title, ${fileReferenceOf()} as "fileReference",
        e.file_name as "fileName", coalesce(part.part_size, e.size)::float8 as size, coalesce(part.part_sha256, e.sha256) as sha256,
        e.collected_at as "collectedAt", e.expires_at as "expiresAt", e.created_at as "createdAt",
        w.withdrawn_at as "withdrawnAt", w.reason_code as "withdrawalReason"
      from counted
      cross join lateral (
        (select l.evidence_id as id from ${links(scope, 'auto', sql`= counted.no`)} and counted.automatic is not null
         order by l.created_at desc, l.evidence_id desc limit ${AUTOMATIC_LISTED})
        union all
        (select l.evidence_id from ${links(scope, 'manual', sql`= counted.no`)} and counted.manual is not null
         order by l.created_at desc, l.evidence_id desc limit ${MANUAL_LISTED})
      ) listed
      cross join lateral (select * from evidence where tenant_id = ${scope.tenantId} and id = listed.id offset 0) e
      ${joinPart(sql`counted.no`)}
      left join evidence_withdrawals w on w.tenant_id = e.tenant_id and w.evidence_id = e.id
      order by counted.no, e.type desc, e.created_at desc, e.id desc`;
  },
  samples: [{ ...SAMPLE_SCOPE, controls: [], asOf: new Date(0) }],
});

/** An artifact of one control, with the counts of all artifacts of that control. */
export type EvidenceRow = StatementRow<typeof evidenceAt>;

/**
 * The checks of some scans that lead to the controls, the most severe first, each with its integration and, where it has failing
 * findings that are not accepted, the first resources of these.
 */
export const checksOfScans = statement({
  name: 'reports.checks_of_scans',
  row: {
    scanJobId: 'uuid',
    completedAt: 'timestamptz!',
    integrationId: 'uuid',
    integration: 'text',
    integrationType: 'text',
    scanner: text<Scanner>(),
    ruleId: 'text',
    title: 'text',
    controlNos: 'int4[]',
    // Codes of the elements that it decides; see `elementCode`.
    decides: 'int4[]',
    isFailing: 'bool!',
    resourcesPassed: 'int4',
    resourcesAccepted: 'int4',
    resources: json<Omit<AffectedResource, 'check'>[]>(),
    // Also those beyond the limit.
    resourcesTotal: 'int4!',
  },
  text: (params: { tenantId: string; scanIds: readonly string[]; controls: readonly Control[] }) => sql`
    select c.scan_id as "scanJobId", s.completed_at as "completedAt", c.integration_id as "integrationId", i.name as integration, i.type as "integrationType",
      c.scanner, c.rule_id as "ruleId", c.title, c.control_nos as "controlNos", c.decides,
      c.resources_failed > c.resources_accepted as "isFailing", c.resources_passed as "resourcesPassed",
      c.resources_accepted as "resourcesAccepted",
      coalesce((
        select jsonb_agg(failing) from (
          select f.resource_id as id, f.resource_name as name, f.resource_type as type, f.region, f.account, f.summary
          from scan_findings f
          where f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no and f.exception_id is null
            and c.resources_failed > c.resources_accepted
          order by f.finding_no limit ${RESOURCES_OF_CHECK}
        ) failing
      ), '[]') as resources,
      (
        select count(*) from scan_findings f
        where f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no and f.exception_id is null
          and c.resources_failed > c.resources_accepted
      )::int as "resourcesTotal"
    from scan_checks c
    join scans s on s.tenant_id = c.tenant_id and s.id = c.scan_id
    join integrations i on i.tenant_id = c.tenant_id and i.id = c.integration_id
    where c.tenant_id = ${params.tenantId} and c.scan_id = any(${params.scanIds}::uuid[])
      and c.control_nos && ${params.controls.map(({ no }) => no)}::int[]
    order by array_position(array['critical', 'high', 'medium', 'low', 'informational'], c.severity), c.check_no`,
  samples: [{ tenantId: '', scanIds: [], controls: [] }],
});

/** A check in a scan, with its first failing resources. */
export type CheckRow = StatementRow<typeof checksOfScans>;
