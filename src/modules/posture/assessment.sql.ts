import { sql } from '../../platform/database/database.js';

/**
 * The newest assessment of the universal control whose number is in the column `universalNo`, as a `select` of its row; none
 * where there is none.
 */
export function newestAssessment(tenantId: string, universalNo: string) {
  return sql`
    select * from assessments where tenant_id = ${tenantId} and universal_no = ${sql.ref(universalNo)}
    order by created_at desc, id desc limit 1`;
}
