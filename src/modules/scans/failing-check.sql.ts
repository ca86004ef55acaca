import { SEVERITIES, type Scanner, type Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import { coveredElements, elementCodeOf } from '../posture/element.sql.js';

/** Scans, and controls that they have results of. */
interface ResultsOfScans {
  tenantId: string;
  scanIds: readonly string[];
  controls: readonly Control[];
}

/**
 * The checks of scans that decide an element of a control and have a failing resource that no exception accepts, of all
 * integrations together; of each control in a scan the worst first.
 */
export const failingChecksOfResults = statement({
  name: 'scans.failing_checks_of_results',
  mayBeStale: true,
  row: {
    scanId: 'uuid',
    controlNo: 'int4',
    scanner: text<Scanner>(),
    ruleId: 'text',
    title: 'text!',
    severity: text<Severity>('text!'),
    resourcesFailed: 'int4!',
  },
  text: ({ tenantId, scanIds, controls }: ResultsOfScans) => sql`
    with covered_elements as (${coveredElements(controls)}),
    element_codes as (
      select control_no, array_agg(${elementCodeOf('covered_elements')}) as codes from covered_elements group by control_no
    )
    select c.scan_id as "scanId", e.control_no as "controlNo", c.scanner, c.rule_id as "ruleId", min(c.title) as title,
      (${SEVERITIES}::text[])[min(array_position(${SEVERITIES}::text[], c.severity))] as severity,
      sum(c.resources_failed - c.resources_accepted)::int as "resourcesFailed"
    from scan_checks c
    join element_codes e on c.decides && e.codes
    where c.tenant_id = ${tenantId} and c.scan_id = any(${scanIds}::uuid[]) and c.resources_failed > c.resources_accepted
    group by c.scan_id, e.control_no, c.scanner, c.rule_id
    order by c.scan_id, e.control_no, min(array_position(${SEVERITIES}::text[], c.severity)), sum(c.resources_failed - c.resources_accepted) desc,
      min(c.check_no)`,
  samples: [{ tenantId: '', scanIds: [], controls: [] }],
});
