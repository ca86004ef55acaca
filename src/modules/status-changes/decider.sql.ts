import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import { decision } from '../posture/decision.sql.js';
import type { ControlStatus } from '../posture/posture.js';

/**
 * What decides each control that has a status: an assessment, or the newest scan that says the same of an element which the control
 * asks for; neither of one that is out of scope.
 */
export const deciders = statement({
  name: 'status_changes.deciders',
  row: {
    no: 'int4',
    status: text<ControlStatus>(),
    assessmentId: 'uuid?',
    assessedAt: 'timestamptz?',
    scanJobId: 'uuid?',
    evaluatedAt: 'timestamptz?',
  },
  text: ({ tenantId, controls }: { tenantId: string; controls: readonly Control[] }) => sql`
    with ${decision(tenantId, controls, null)}
    select d.no, d.status, d.assessment_id as "assessmentId", d.assessed_at as "assessedAt",
      newest.scan_id as "scanJobId", newest.evaluated_at as "evaluatedAt"
    from decided d
    left join lateral (
      select v.scan_id, v.evaluated_at
      from covered_elements c
      join element_votes v on v.tenant_id = ${tenantId} and v.universal_no = c.universal_no and v.element = c.element
        and v.result = case d.status when 'failed' then 'fail' else 'pass' end
      join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
      where c.control_no = d.no and d.assessment_id is null and d.status in ('passed', 'failed')
      order by v.evaluated_at desc, v.scan_id limit 1
    ) newest on true
    where d.status <> 'not_assessed'`,
  samples: [{ tenantId: '', controls: [] }],
});
