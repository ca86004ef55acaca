import type { Scanner } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
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
  },
  text: ({ tenantId, until, universalNos, asOf }: ReportScope & { universalNos: readonly number[]; asOf: Date }) => sql`
    select a.id as "assessmentId", a.universal_no as "universalNo", a.status as verdict, a.details, a.created_at as at,
      u.name as "assessedBy",
      exists (
        select from evidence e
        where e.tenant_id = a.tenant_id and e.id = any(a.evidence_ids) and (e.expires_at <= ${asOf} or exists (
            select from evidence_withdrawals w where w.tenant_id = e.tenant_id and w.evidence_id = e.id))
      ) as "hasExpiredEvidence"
    from (
      select distinct on (universal_no) * from assessments
      where tenant_id = ${tenantId} and universal_no = any(${universalNos}::int[])
        and (${until}::timestamptz is null or created_at <= ${until}::timestamptz)
      order by universal_no, created_at desc, id desc
    ) a
    left join users u on u.tenant_id = a.tenant_id and u.id = a.assessed_by
    where a.status <> 'not_assessed'`,
  samples: [{ ...SAMPLE_SCOPE, universalNos: [], asOf: new Date(0) }],
});

/** The newest artifacts of each control, with the counts of all of them; withdrawn ones are listed and do not count. */
export const evidenceAt = statement({
  name: 'reports.evidence_at',
  row: {
    no: 'int4',
    automatic: 'int4',
    manual: 'int4',
    inDate: 'int4',
    isInDate: 'bool',
    id: 'uuid',
    type: text<'auto' | 'manual'>(),
    title: 'text',
    fileReference: 'text',
    fileName: 'text',
    size: 'float8',
    sha256: 'text',
    collectedAt: 'timestamptz',
    expiresAt: 'timestamptz?',
    createdAt: 'timestamptz',
    withdrawnAt: 'timestamptz?',
    withdrawalReason: 'text?',
  },
  text: ({ tenantId, until, controls, asOf }: ReportScope & { controls: readonly Control[]; asOf: Date }) => sql`
    with linked as (
      select l.control_no, e.id, e.type, e.created_at,
        w.evidence_id is not null as is_withdrawn,
        case when w.evidence_id is not null then false when e.expires_at is not null then e.expires_at > ${asOf}
          when e.type = 'auto' then e.collected_at >= ${daysBefore(asOf, SCAN_DAYS)}
          else e.collected_at >= ${daysBefore(asOf, ASSESSMENT_DAYS)} end as in_date
      from evidence_controls l join evidence e on e.tenant_id = l.tenant_id and e.id = l.evidence_id
        left join evidence_withdrawals w on w.tenant_id = e.tenant_id and w.evidence_id = e.id
      where l.tenant_id = ${tenantId} and l.control_no = any(${controls.map(({ no }) => no)}::int[])
        and (${until}::timestamptz is null or e.created_at <= ${until}::timestamptz)
    ),
    counted as (
      select control_no, count(*) filter (where type = 'auto')::int as automatic,
        count(*) filter (where type = 'manual' and not is_withdrawn)::int as manual, count(*) filter (where in_date)::int as in_date
      from linked group by control_no
    ),
    ranked as (
      select *, row_number() over (partition by control_no, type order by created_at desc, id desc) as nth from linked
    )
    select r.control_no as no, c.automatic, c.manual, c.in_date as "inDate", r.in_date as "isInDate", e.id, e.type,
      e.title, e.file_reference as "fileReference", e.file_name as "fileName", e.size::float8 as size, e.sha256,
      e.collected_at as "collectedAt", e.expires_at as "expiresAt", e.created_at as "createdAt",
      w.withdrawn_at as "withdrawnAt", w.reason_code as "withdrawalReason"
    from ranked r
    join counted c on c.control_no = r.control_no
    join evidence e on e.tenant_id = ${tenantId} and e.id = r.id
    left join evidence_withdrawals w on w.tenant_id = e.tenant_id and w.evidence_id = e.id
    where r.nth <= case r.type when 'auto' then ${AUTOMATIC_LISTED}::int else ${MANUAL_LISTED}::int end
    order by r.control_no, r.type desc, r.nth`,
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
