import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { isCurrentAmongMany } from './artifact-row.sql.js';

/** How many uploaded artifacts there are for each control of `nos`: of each document its current version, none that is withdrawn. */
export const uploadsOfControls = statement({
  name: 'evidence.uploads_of_controls',
  row: { controlNo: 'int4', count: 'int4' },
  text: ({ tenantId, nos }: { tenantId: string; nos: readonly number[] }) => sql`
    select link.control_no as "controlNo", count(*)::int as count
    from evidence_controls link
    where link.tenant_id = ${tenantId} and link.control_no = any(${nos}::int[]) and link.type = 'manual'
      and ${isCurrentAmongMany(tenantId, 'link.evidence_id')}
      and not exists (
        select from evidence_withdrawals w where w.tenant_id = link.tenant_id and w.evidence_id = link.evidence_id)
    group by link.control_no`,
  samples: [{ tenantId: '', nos: [] }],
});
