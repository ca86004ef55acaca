import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Elements on which findings of a connected integration fail, all of them accepted by exceptions in force. */
export const acceptedElements = statement({
  name: 'posture.accepted_elements',
  row: { universalNo: 'int4', element: 'int2' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select distinct v.universal_no as "universalNo", v.element from element_votes v
    join integrations i on i.tenant_id = v.tenant_id and i.id = v.integration_id and i.status <> 'disconnected'
    where v.tenant_id = ${tenantId} and v.found = 'fail' and v.is_accepted`,
  samples: [{ tenantId: '' }],
});
