import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { rows, sql } from '../../platform/database/database.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import { ASSESSMENT_COLUMNS, ASSESSMENTS, type AssessmentRow } from './assessment.read.js';

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

/** The newest of one universal control, by its number. */
interface Newest {
  universalNo: number;
  first: number;
}

/**
 * For `ctx.once`: the newest assessments of universal controls, newest first, in one statement for all that are asked together,
 * however many are wanted of each.
 */
export function newestAssessmentsLoader({ em, viewer }: RequestContext): DataLoader<Newest, AssessmentRow[], string> {
  const keyOf = ({ universalNo, first }: Newest) => `${universalNo} ${first}`;
  return new DataLoader(
    async (wanted) => {
      const found = await rows(
        em,
        sql<AssessmentRow & { first: number }>`
          select wanted.first, newest.*
          from unnest(
            ${wanted.map(({ universalNo }) => universalNo)}::int[], ${wanted.map(({ first }) => first)}::int[]
          ) as wanted (universal_no, first)
          cross join lateral (
            select ${ASSESSMENT_COLUMNS}
            from ${ASSESSMENTS}
            where a.tenant_id = ${viewer.tenantId} and a.universal_no = wanted.universal_no
            order by a.created_at desc, a.id desc limit wanted.first
          ) newest
          order by newest."createdAt" desc, newest.id desc`,
      );
      const byKey = Map.groupBy(found, keyOf);
      return wanted.map((each) => byKey.get(keyOf(each)) ?? []);
    },
    { cacheKeyFn: keyOf },
  );
}
