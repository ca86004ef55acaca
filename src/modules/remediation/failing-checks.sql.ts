import type { Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';

/**
 * Every failing check behind a vote of an integration that is not disconnected, over all integrations, with the controls whose
 * votes rest on it. `checkId` is that of the catalogue or of a custom check; null where only an imported report knows the rule.
 */
export const failingChecks = statement({
  name: 'remediation.failing_checks',
  row: {
    checkId: 'text?',
    ruleId: 'text',
    title: 'text',
    severity: text<Severity>(),
    resourcesFailed: 'int4',
    controlNos: 'int4[]',
  },
  text: ({ tenantId }: { tenantId: string }) => sql`
    with failing as (
      select coalesce(c.check_id, c.scanner || ' ' || c.rule_id) as name, c.check_id, c.rule_id, c.title, c.severity,
        c.resources_failed, c.integration_id, c.scan_id, c.check_no, v.control_no
      from control_votes v
      join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
      join scan_checks c on c.tenant_id = v.tenant_id and c.scan_id = v.scan_id
        and c.integration_id = v.integration_id and c.resources_failed > 0 and v.control_no = any(c.control_nos)
      where v.tenant_id = ${tenantId} and v.result = 'fail'
    ),
    failing_resources as (
      select name, sum(resources_failed)::int as total
      from (select distinct name, integration_id, scan_id, check_no, resources_failed from failing) each group by name
    )
    select f.check_id as "checkId", min(f.rule_id) as "ruleId", min(f.title) as title, min(f.severity) as severity,
      r.total as "resourcesFailed", array_agg(distinct f.control_no) as "controlNos"
    from failing f join failing_resources r using (name)
    group by f.name, f.check_id, r.total`,
  samples: [{ tenantId: '' }],
});

/** A check that fails in a result that still counts. */
export type FailingCheck = StatementRow<typeof failingChecks>;
