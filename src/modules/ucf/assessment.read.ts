import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import type { UniversalControl } from '../catalogue/catalogue.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import { assessment, assessmentCount, assessmentPage, type AssessmentRow } from './assessment.sql.js';

/** Which assessments; null means any. */
export interface AssessmentFilter {
  universalControl: UniversalControl | null;
  status: AssessmentStatus | null;
}

/** One assessment of the tenant, or null. */
export function readAssessment({ em, viewer }: RequestContext, id: string): Promise<AssessmentRow | null> {
  return assessment.one(em, { tenantId: viewer.tenantId, id });
}

/** Assessments of the tenant, newest first. */
export async function readAssessments(
  { em, viewer }: RequestContext,
  { universalControl, status }: AssessmentFilter,
  { first, after, offset }: PageRequest,
): Promise<Page<AssessmentRow>> {
  const selection = { tenantId: viewer.tenantId, universalNo: universalControl?.no ?? null, status };
  const found = await assessmentPage.all(em, { ...selection, after: positionOf(after), offset, limit: first + 1 });
  return pageOf(found, first, {
    cursorOf: ({ microseconds, id }) => encodeCursor(microseconds, id),
    countAll: async () => (await assessmentCount.only(em, selection)).count,
  });
}

function positionOf(cursor: string | null) {
  if (cursor === null) return null;
  const [microseconds, id] = decodeCursor(cursor, ['microseconds', 'uuid']);
  return { microseconds: Number(microseconds), id: String(id) };
}
