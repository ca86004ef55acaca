import { SEVERITIES, type Scanner, type Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import { coveredElements, elementCodeOf } from '../posture/element.sql.js';

/** A scan, and controls that it has results of. */
interface ResultsOfScan {
  tenantId: string;
  scanId: string;
  controls: readonly Control[];
}

/**
 * The checks of a scan that decide an element of a control and have a failing resource that no exception accepts, of all
 * integrations together; of each control the worst first.
 */
export const failingChecksOfResults = statement({
  name: 'scans.failing_checks_of_results',
  mayBeStale: true,
  row: {
    controlNo: 'int4',
    scanner: text<Scanner>(),
    ruleId: 'text',
    title: 'text!',
    severity: text<Severity>('text!'),
    resourcesFailed: 'int4!',
  },
  text: ({ tenantId, scanId, controls }: ResultsOfScan) => sql`
    with covered_elements as (${coveredElements(controls)}),
    element_codes as (
      select control_no, array_agg(${elementCodeOf('covered_elements')}) as codes from covered_elements group by control_no
    )
    select e.control_no as "controlNo", c.scanner, c.rule_id as "ruleId", min(c.title) as title,
      (${SEVERITIES}::text[])[min(array_position(${SEVERITIES}::text[], c.severity))] as severity,
      sum(c.resources_failed - c.resources_accepted)::int as "resourcesFailed"
    from scan_checks c
    join element_codes e on c.decides && e.codes
    where c.tenant_id = ${tenantId} and c.scan_id = ${scanId} and c.resources_failed > c.resources_accepted
    group by e.control_no, c.scanner, c.rule_id
    order by e.control_no, min(array_position(${SEVERITIES}::text[], c.severity)), sum(c.resources_failed - c.resources_accepted) desc,
      min(c.check_no)`,
  samples: [{ tenantId: '', scanId: '', controls: [] }],
});
