import type { RequestContext } from '../../context.js';
import type { Severity } from '../../connectors/finding.js';
import { rows, sql } from '../../platform/database/database.js';

/** A check that fails in a result that still counts. */
export interface FailingCheck {
  /** Ours, or null where only the report knows the rule. */
  checkId: string | null;
  ruleId: string;
  title: string;
  severity: Severity;
  resourcesFailed: number;
  /** Numbers of the controls whose votes rest on it. */
  controlNos: number[];
}

/** Every failing check behind a vote of an integration that is not disconnected, over all integrations, in one statement. */
export function readFailingChecks({ em, viewer }: RequestContext): Promise<FailingCheck[]> {
  return rows(
    em,
    sql<FailingCheck>`
      with failing as (
        select coalesce(c.check_id, c.scanner || ' ' || c.rule_id) as name, c.check_id, c.rule_id, c.title, c.severity,
          c.resources_failed, c.integration_id, c.scan_id, c.check_no, v.control_no
        from control_votes v
        join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
        join scan_checks c on c.tenant_id = v.tenant_id and c.scan_id = v.scan_id
          and c.integration_id = v.integration_id and c.resources_failed > 0 and v.control_no = any(c.control_nos)
        where v.tenant_id = ${viewer.tenantId} and v.result = 'fail'
      ),
      counted as (
        select name, sum(resources_failed)::int as resources_failed
        from (select distinct name, integration_id, scan_id, check_no, resources_failed from failing) each group by name
      )
      select f.check_id as "checkId", min(f.rule_id) as "ruleId", min(f.title) as title, min(f.severity) as severity,
        c.resources_failed as "resourcesFailed", array_agg(distinct f.control_no) as "controlNos"
      from failing f join counted c using (name)
      group by f.name, f.check_id, c.resources_failed`,
  );
}
