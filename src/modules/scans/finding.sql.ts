import type { Scanner } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { FailingResourceType } from './finding.type.js';
import type { ResultStatus } from './scan-states.js';

/**
 * The vote that counts most for each control (the worst, then the newest, of connected integrations), with the checks that
 * failed and at most `resourcesMax` of the resources on which they did.
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
  },
  text: ({ tenantId, nos, resourcesMax }: { tenantId: string; nos: readonly number[]; resourcesMax: number }) => sql`
    with deciding as (
      select distinct on (v.control_no) v.control_no, v.integration_id, v.scan_id, v.result, v.evaluated_at
      from control_votes v
      join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
      where v.tenant_id = ${tenantId} and v.control_no = any(${nos}::int[])
      order by v.control_no, array_position(array['fail', 'pass', 'not_applicable'], v.result), v.evaluated_at desc
    )
    select r.control_no as "controlNo", r.scan_id as "scanJobId", d.result as status,
      -- The result pools every integration of the scan; the vote is of one of them.
      case when r.status = d.result then r.finding
           when d.result = 'pass' then 'Every resource of this integration that was looked at passes.'
           else 'No resource of this integration is in scope.' end as summary,
      d.evaluated_at as "detectedAt", e.file_reference as "evidenceKey",
      coalesce((
        select jsonb_agg(jsonb_build_object('scanner', c.scanner, 'ruleId', c.rule_id, 'title', c.title) order by c.check_no)
        from scan_checks c
        where c.tenant_id = r.tenant_id and c.scan_id = r.scan_id and c.integration_id = d.integration_id
          and c.control_nos @> array[r.control_no]
          and c.resources_failed > 0
      ), '[]') as "failingRules",
      coalesce((
        select jsonb_agg(failing) from (
          select f.resource_id as id, f.resource_name as name, f.resource_type as type, f.region, f.account,
            c.title as check, f.summary
          from scan_checks c
          join scan_findings f on f.tenant_id = c.tenant_id and f.scan_id = c.scan_id and f.check_no = c.check_no
          where c.tenant_id = r.tenant_id and c.scan_id = r.scan_id and c.integration_id = d.integration_id
          and c.control_nos @> array[r.control_no]
          order by c.check_no, f.finding_no limit ${resourcesMax}
        ) failing
      ), '[]') as resources
    from deciding d
    join scan_results r on r.tenant_id = ${tenantId} and r.scan_id = d.scan_id and r.control_no = d.control_no
    left join evidence e on e.tenant_id = r.tenant_id and e.id = r.evidence_id`,
  samples: [{ tenantId: '', nos: [], resourcesMax: 1 }],
});
