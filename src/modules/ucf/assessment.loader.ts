import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { catalogueOf } from '../catalogue/visibility.js';
import {
  assessmentsById,
  assessmentsInForce,
  assessmentsOnDocuments,
  newestAssessments,
  type AssessmentInForce,
  type AssessmentRow,
} from './assessment.sql.js';

/** For `ctx.once`: assessments in force by universal control number, in one statement for all that are asked together. */
export function assessmentLoader({ em, viewer }: RequestContext): DataLoader<number, AssessmentInForce | null> {
  return new DataLoader(async (nos) => {
    const found = await assessmentsInForce.all(em, { tenantId: viewer.tenantId, nos: [...nos] });
    const byNo = new Map(found.map((assessment) => [assessment.universalNo, assessment]));
    return nos.map((no) => byNo.get(no) ?? null);
  });
}

/** For `ctx.once`: assessments of the tenant by their ids, in one statement for all of a batch; null where there is none. */
export function storedAssessmentLoader({ em, viewer }: RequestContext): DataLoader<string, AssessmentRow | null> {
  return new DataLoader(async (ids) => {
    const found = await assessmentsById.all(em, { tenantId: viewer.tenantId, ids });
    const byId = new Map(found.map((assessment) => [assessment.id, assessment]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}

/** How many of the newest assessments of a universal control, by its number. */
interface NewestKey {
  universalNo: number;
  first: number;
}

/**
 * For `ctx.once`: the newest assessments of universal controls, newest first, in one statement for all that are asked together,
 * however many are wanted of each.
 */
export function newestAssessmentsLoader({
  em,
  viewer,
}: RequestContext): DataLoader<NewestKey, AssessmentRow[], string> {
  const keyOf = ({ universalNo, first }: NewestKey) => `${universalNo} ${first}`;
  return new DataLoader(
    async (wanted) => {
      const found = await newestAssessments.all(em, { tenantId: viewer.tenantId, wanted });
      const byKey = Map.groupBy(found, keyOf);
      return wanted.map((each) => byKey.get(keyOf(each)) ?? []);
    },
    { cacheKeyFn: keyOf },
  );
}

/** Assessments that are listed of an artifact. */
export const RESTING_LISTED = 20;

/** For `ctx.once`: the assessments in force that rest on a version of documents, newest first, in one statement for all of a batch. */
export function assessmentsOnDocumentLoader(ctx: RequestContext): DataLoader<string, AssessmentRow[]> {
  const { em, viewer } = ctx;
  return new DataLoader(async (documentIds) => {
    const found = await assessmentsOnDocuments.all(em, {
      ...{ tenantId: viewer.tenantId, documentIds, limit: RESTING_LISTED },
      nos: catalogueOf(ctx).universalControls.map(({ no }) => no),
    });
    const byDocument = Map.groupBy(found, ({ documentId }) => documentId);
    return documentIds.map((id) => byDocument.get(id) ?? []);
  });
}
