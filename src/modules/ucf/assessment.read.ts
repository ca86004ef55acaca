import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { row, rows, sql } from '../../platform/database/database.js';
import type { UniversalControl } from '../catalogue/catalogue.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';

/** A stored assessment; what it reached by number and code, see `CONTROL_STATUSES`. */
export interface AssessmentRow {
  id: string;
  universalNo: number;
  status: AssessmentStatus;
  details: string | null;
  evidenceIds: string[];
  assessedBy: { id: string; name: string };
  createdAt: Date;
  propagation: [controlNo: number, previousCode: number, code: number][];
}

export interface AssessmentFilter {
  universalControl: UniversalControl | null;
  status: AssessmentStatus | null;
}

/** Of `ASSESSMENTS`: what makes an `AssessmentRow`. */
export const ASSESSMENT_COLUMNS = sql`
  a.id, a.universal_no as "universalNo", a.status, a.details, a.evidence_ids as "evidenceIds",
  a.created_at as "createdAt", a.propagation, jsonb_build_object('id', u.id, 'name', u.name) as "assessedBy"`;

/** Each with who made it. */
export const ASSESSMENTS = sql`assessments a join users u on u.tenant_id = a.tenant_id and u.id = a.assessed_by`;

/** One assessment of the tenant, or null. */
export function readAssessment({ em, viewer }: RequestContext, id: string): Promise<AssessmentRow | null> {
  return row(
    em,
    sql<AssessmentRow>`select ${ASSESSMENT_COLUMNS} from ${ASSESSMENTS} where a.id = ${id} and a.tenant_id = ${viewer.tenantId}`,
  );
}

/** Assessments of the tenant, newest first. */
export async function readAssessments(
  { em, viewer }: RequestContext,
  { universalControl, status }: AssessmentFilter,
  request: PageRequest,
): Promise<Page<AssessmentRow>> {
  const [after, id] = request.after === null ? [null, null] : decodeCursor(request.after, ['microseconds', 'uuid']);
  const createdAt = sql`timestamptz 'epoch' + ${after}::bigint * interval '1 microsecond'`;
  const filter = sql`a.tenant_id = ${viewer.tenantId}
    and (${universalControl?.no ?? null}::int is null or a.universal_no = ${universalControl?.no ?? null}::int)
    and (${status}::text is null or a.status = ${status}::text)`;
  const found = await rows(
    em,
    sql<AssessmentRow & { microseconds: number }>`
      select ${ASSESSMENT_COLUMNS}, (extract(epoch from a.created_at) * 1000000)::float8 as microseconds
      from ${ASSESSMENTS} where ${filter} and (${after}::bigint is null or (a.created_at, a.id) < (${createdAt}, ${id}::uuid))
      order by a.created_at desc, a.id desc limit ${request.first + 1} offset ${request.offset}`,
  );
  return pageOf<AssessmentRow>(found, request.first, {
    cursorOf: (assessment) => encodeCursor((assessment as (typeof found)[number]).microseconds, assessment.id),
    countAll: async () =>
      (await row(em, sql<{ count: number }>`select count(*)::int as count from assessments a where ${filter}`))
        ?.count ?? 0,
  });
}
