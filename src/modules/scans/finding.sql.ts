import type { Scanner } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import { fileReferenceOf, joinArtifact } from '../evidence/artifact-row.sql.js';
import { coveredElements, elementCodeOf } from '../posture/element.sql.js';
import type { FailingResourceType } from './finding.type.js';
import type { ResultStatus } from './scan-states.js';

/**
 * The vote that counts most for each control (the worst, then the newest, of connected integrations), with the checks that
 * failed and at most `resourcesMax` of the resources on which they did. Of a control without mappings, which only a former
 * version of its framework has, the newest result that stored evidence: no vote leads to it any more.
 */
export const latestFindings = statement({
  name: 'scans.latest_findings',
  row: {
    controlNo: 'int4',
    scanJobId: 'uuid',
    status: text<ResultStatus>(),
    summary: 'text',
    detectedAt: 'timestamptz',
    evidenceKey: 'text?',
    failingRules: json<{ scanner: Scanner; ruleId: string; title: string }[]>(),
    resources: json<FailingResourceType[]>(),
    // Where and of what rules they are, and how many beyond the limit, too.
    listed: json<{ integrationId: string; rules: string[]; total: number } | null>(),
  },
  text: ({ tenantId, controls, resourcesMax }: LatestFindings) => sql`
    with covered_elements as (${coveredElements(controls)}),
    deciding as (
      select distinct on (c.control_no) c.control_no, v.integration_id, v.scan_id, v.result, v.is_accepted, v.evaluated_at
      from covered_elements c
      join element_votes v on v.tenant_id = ${tenantId} and v.universal_no = c.universal_no and v.element = c.element
        and (v.result in ('pass', 'fail') or v.is_accepted)
      join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
      order by c.control_no, v.result <> 'fail', not v.is_accepted, v.evaluated_at desc
    ),
    element_codes as (
      select control_no, array_agg(${elementCodeOf('covered_elements')}) as codes
      from covered_elements group by control_no
    ),
    former as (
      select distinct on (r.control_no) r.control_no, r.scan_id, r.status, r.finding, r.evidence_id, s.completed_at
      from scan_results r
      join scans s on s.tenant_id = r.tenant_id and s.id = r.scan_id
      where r.tenant_id = ${tenantId} and r.evidence_id is not null
        and r.control_no = any(${controls.filter(({ mappings }) => mappings.length === 0).map(({ no }) => no)}::int[])
      order by r.control_no, s.completed_at desc
    )
    select d.control_no as "controlNo", d.scan_id as "scanJobId",
      -- A scan of another framework has no result of the control, and tests the same elements.
      case when d.result = 'fail' then 'fail' when d.is_accepted and r.status = 'fail' then 'not_applicable'
        else coalesce(r.status, 'not_applicable') end as status,
      case when d.result = 'fail' and r.status <> 'fail' then 'Findings that were accepted count again.'
        when d.is_accepted and coalesce(r.status, 'fail') = 'fail' then 'Every failing finding is accepted.'
        else coalesce(r.finding, case when d.result = 'fail' then 'Checks fail in the scan of another framework.'
          else 'Checks pass in the scan of another framework.' end) end as summary,
      d.evaluated_at as "detectedAt", ${fileReferenceOf()} as "evidenceKey",
      coalesce((
        select jsonb_agg(jsonb_build_object('scanner', c.scanner, 'ruleId', c.rule_id, 'title', c.title) order by c.check_no)
        from scan_checks c
        where c.tenant_id = ${tenantId} and c.scan_id = d.scan_id and c.integration_id = d.integration_id
          and c.decides && codes.codes and c.resources_failed > c.resources_accepted
      ), '[]') as "failingRules",
      coalesce((
        select jsonb_agg(failing) from (
          select f.resource_id as id, f.resource_name as name, f.resource_type as type, f.region, f.account,
            c.title as check, f.summary, c.scanner, c.rule_id as "ruleId", c.integration_id as "integrationId",
            f.exception_id as "exceptionId"
          from scan_checks c
          join scan_findings f on f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no
          where c.tenant_id = ${tenantId} and c.scan_id = d.scan_id and c.integration_id = d.integration_id
            and c.decides && codes.codes
          order by f.exception_id is not null, c.check_no, f.finding_no limit ${resourcesMax}
        ) failing
      ), '[]') as resources,
      (
        select jsonb_build_object('integrationId', d.integration_id, 'total', count(*),
          'rules', coalesce(jsonb_agg(distinct c.scanner || ':' || c.rule_id), '[]'))
        from scan_checks c
        join scan_findings f on f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no
        where c.tenant_id = ${tenantId} and c.scan_id = d.scan_id and c.integration_id = d.integration_id
          and c.decides && codes.codes
      ) as listed
    from deciding d
    join element_codes codes using (control_no)
    left join scan_results r on r.tenant_id = ${tenantId} and r.scan_id = d.scan_id and r.control_no = d.control_no
    ${joinArtifact(sql`${tenantId}`, sql`r.evidence_id`)}
    union all
    select f.control_no, f.scan_id, f.status, f.finding, f.completed_at, ${fileReferenceOf()}, '[]', '[]', null
    from former f
    ${joinArtifact(sql`${tenantId}`, sql`f.evidence_id`)}`,
  samples: [{ tenantId: '', controls: [], resourcesMax: 1 }],
});

interface LatestFindings {
  tenantId: string;
  controls: readonly Control[];
  resourcesMax: number;
}
