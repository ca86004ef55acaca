import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { rows, sql } from '../../platform/database/database.js';
import type { AssessmentStatus } from '../posture/decision.sql.js';

/** The newest assessment of a universal control. */
export interface AssessmentInForce {
  status: AssessmentStatus;
  assessedAt: Date;
  assessedBy: string;
}

/** For `ctx.once`: assessments in force by universal control number, in one statement for all that are asked together. */
export function assessmentLoader({ em, viewer }: RequestContext): DataLoader<number, AssessmentInForce | null> {
  return new DataLoader(async (nos) => {
    const found = await rows(
      em,
      sql<AssessmentInForce & { universalNo: number }>`
        select distinct on (universal_no) universal_no as "universalNo", status,
          created_at as "assessedAt", assessed_by as "assessedBy"
        from assessments
        where tenant_id = ${viewer.tenantId} and universal_no = any(${[...nos]}::int[])
        order by universal_no, created_at desc, id desc`,
    );
    const byNo = new Map(found.map((assessment) => [assessment.universalNo, assessment]));
    return nos.map((no) => byNo.get(no) ?? null);
  });
}
