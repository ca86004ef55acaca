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

/** Ids of the withdrawn evidence of an assessment with the given alias; of what was withdrawn at a moment where one is given. */
export function withdrawnEvidenceOf(tenantId: string, alias: string, at: Date | null = null) {
  return sql`array(
    select w.evidence_id from evidence_withdrawals w
    where w.tenant_id = ${tenantId} and w.evidence_id = any(${sql.ref(`${alias}.evidence_ids`)})
      ${at === null ? sql`` : sql`and w.withdrawn_at <= ${at}::timestamptz`}
    order by w.evidence_id)`;
}
