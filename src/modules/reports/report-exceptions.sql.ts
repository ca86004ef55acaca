import { wasInForce } from '../acceptance/acceptance.sql.js';
import type { Scanner } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import { SAMPLE_SCOPE, type ReportScope } from './report-facts.sql.js';

/** The exceptions in force at the moment whose checks led to the controls, the one that ends first first. */
export const exceptionsAt = statement({
  name: 'reports.exceptions_at',
  row: {
    id: 'uuid',
    controlNos: 'int4[]',
    scanner: text<Scanner>(),
    ruleId: 'text',
    title: 'text',
    resource: 'text',
    isPattern: 'bool',
    resources: 'int4!',
    reason: 'text',
    compensatingMeasure: 'text?',
    owner: 'text?',
    approvedBy: 'text?',
    approvedAt: 'timestamptz!',
    // A day, YYYY-MM-DD.
    expiresOn: 'text!',
  },
  text: ({ tenantId, asOf, controls }: ReportScope & { controls: readonly Control[]; asOf: Date }) => sql`
    select e.id, e.control_nos as "controlNos", e.scanner, e.rule_id as "ruleId", e.title, e.resource,
      e.is_pattern as "isPattern", (
        select count(*)::int from exception_resources r
        where r.tenant_id = e.tenant_id and r.exception_id = e.id and r.covered_at <= ${asOf}
      ) as resources, e.reason, e.compensating_measure as "compensatingMeasure", owner.name as owner,
      approver.name as "approvedBy", e.decided_at as "approvedAt", e.expires_on::text as "expiresOn"
    from exceptions e
    left join users owner on owner.tenant_id = e.tenant_id and owner.id = e.owner_id
    left join users approver on approver.tenant_id = e.tenant_id and approver.id = e.decided_by
    where e.tenant_id = ${tenantId} and ${wasInForce(asOf)} and e.control_nos && ${controls.map(({ no }) => no)}::int[]
    order by e.expires_on, e.id`,
  samples: [{ ...SAMPLE_SCOPE, controls: [], asOf: new Date(0) }],
});

/** An exception in force at the moment of a report. */
export type ExceptionFacts = StatementRow<typeof exceptionsAt>;
