import type { Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import { elementCodeOf } from '../posture/element.sql.js';

/**
 * Every failing check in force, over all integrations that are not disconnected: of those that decide elements, the ones behind
 * a failing vote, with the codes of the elements that they fail; of the others, the ones in the last completed scan of their
 * integration. Accepted findings are not to do. `checkId` is that of the catalogue or of a custom check; null where only an imported report knows the rule.
 */
export const failingChecks = statement({
  name: 'remediation.failing_checks',
  row: {
    checkId: 'text?',
    ruleId: 'text',
    // How many rules of scanners are the check.
    ruleCount: 'int4!',
    title: 'text',
    severity: text<Severity>(),
    resourcesFailed: 'int4',
    // See `elementCode`; none where the check only supports.
    elements: 'int4[]',
    controlNos: 'int4[]',
  },
  text: ({ tenantId }: { tenantId: string }) => sql`
    with connected as (
      select id from integrations where tenant_id = ${tenantId} and status <> 'disconnected'
    ),
    failing_votes as (
      select v.integration_id, v.scan_id, ${elementCodeOf('v')} as element
      from element_votes v join connected i on i.id = v.integration_id
      where v.tenant_id = ${tenantId} and v.result = 'fail'
    ),
    latest_scans as (
      select i.id as integration_id, latest.id as scan_id
      from connected i
      cross join lateral (
        select s.id from scans s
        where s.tenant_id = ${tenantId} and s.status = 'completed' and i.id = any(s.integration_ids)
        order by s.sequence desc limit 1
      ) latest
    ),
    failing as (
      select c.*, array[v.element] as elements
      from failing_votes v
      join scan_checks c on c.tenant_id = ${tenantId} and c.scan_id = v.scan_id and c.integration_id = v.integration_id
        and c.resources_failed > c.resources_accepted and v.element = any(c.decides)
      union all
      select c.*, '{}'::int[]
      from latest_scans l
      join scan_checks c on c.tenant_id = ${tenantId} and c.scan_id = l.scan_id and c.integration_id = l.integration_id
        and c.resources_failed > c.resources_accepted and c.decides = '{}'
    ),
    checks as (
      select coalesce(check_id, scanner || ' ' || rule_id) as name, check_id, rule_id, title, severity,
        resources_failed - resources_accepted as resources_failed,
        control_nos, array_agg(distinct element) filter (where element is not null) as elements
      from failing left join lateral unnest(elements) as element on true
      group by integration_id, scan_id, check_no, 1, 2, 3, 4, 5, 6, 7
    )
    select check_id as "checkId", min(rule_id) as "ruleId", count(distinct rule_id)::int as "ruleCount", min(title) as title, min(severity) as severity,
      sum(resources_failed)::int as "resourcesFailed",
      coalesce((
        select array_agg(distinct element) from checks other, unnest(other.elements) as element where other.name = checks.name
      ), '{}') as elements,
      -- None where a report's rule leads to no control of ours.
      coalesce((
        select array_agg(distinct no) from checks other, unnest(other.control_nos) as no where other.name = checks.name
      ), '{}') as "controlNos"
    from checks group by name, check_id`,
  samples: [{ tenantId: '' }],
});

/** A check that fails in a result that still counts. */
export type FailingCheck = StatementRow<typeof failingChecks>;
