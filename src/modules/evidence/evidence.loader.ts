import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { evidenceType, type ShownEvidence } from './evidence.read.js';
import { artifactsById, artifactsOfControls } from './evidence.sql.js';
import { artifactsOfUniversalControls, universalControlsOf } from './link.sql.js';
import { uploadsOfControls } from './upload-count.sql.js';
import { versionsOfDocuments } from './version.sql.js';

const ARTIFACTS_MAX = 20;

/** Loader for `ctx.once`: the newest 20 artifacts by control number, in one statement per batch. */
export function linkedEvidenceLoader(ctx: RequestContext): DataLoader<number, ShownEvidence[]> {
  const { em, viewer } = ctx;
  return new DataLoader(async (nos) => {
    const found = await artifactsOfControls.all(em, {
      tenantId: viewer.tenantId,
      nos: [...nos],
      artifactsMax: ARTIFACTS_MAX,
    });
    const byNo = Map.groupBy(found, ({ controlNo }) => controlNo);
    return nos.map((no) => (byNo.get(no) ?? []).map((row) => evidenceType(ctx, row)));
  });
}

/** For `ctx.once`: how many uploaded artifacts there are for controls, by their numbers, in one statement for all of a batch. */
export function uploadCountLoader({ em, viewer }: RequestContext): DataLoader<number, number> {
  return new DataLoader(async (nos) => {
    const found = await uploadsOfControls.all(em, { tenantId: viewer.tenantId, nos: [...nos] });
    const byNo = new Map(found.map(({ controlNo, count }) => [controlNo, count]));
    return nos.map((no) => byNo.get(no) ?? 0);
  });
}

/** For `ctx.once`: artifacts of the tenant, and parts of them, by their ids, in one statement for all of a batch; null where there is none. */
export function evidenceLoader(ctx: RequestContext): DataLoader<string, ShownEvidence | null> {
  const { em, viewer } = ctx;
  return new DataLoader(async (ids) => {
    const found = await artifactsById.all(em, { tenantId: viewer.tenantId, ids });
    const byId = new Map(found.map((row) => [row.id, evidenceType(ctx, row)]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}

/** Versions that are listed of a document; the number of all of them is stated. */
export const VERSIONS_LISTED = 50;

/** For `ctx.once`: the newest versions of documents, newest first, by the ids of the documents, in one statement for all of a batch. */
export function versionsLoader(ctx: RequestContext): DataLoader<string, ShownEvidence[]> {
  const { em, viewer } = ctx;
  return new DataLoader(async (documentIds) => {
    const found = await versionsOfDocuments.all(em, {
      tenantId: viewer.tenantId,
      documentIds,
      versionsMax: VERSIONS_LISTED,
    });
    const byDocument = Map.groupBy(
      found.map((row) => evidenceType(ctx, row)),
      ({ documentId }) => documentId,
    );
    return documentIds.map((id) => byDocument.get(id) ?? []);
  });
}

/** Artifacts that are listed of a universal control. */
export const LINKED_LISTED = 50;

/**
 * For `ctx.once`: the artifacts that were linked last to universal controls, newest first, by the number of the universal control, in one
 * statement for all of a batch.
 */
export function artifactsOfUniversalControlLoader(ctx: RequestContext): DataLoader<number, ShownEvidence[]> {
  const { em, viewer } = ctx;
  return new DataLoader(async (nos) => {
    const found = await artifactsOfUniversalControls.all(em, {
      tenantId: viewer.tenantId,
      nos,
      artifactsMax: LINKED_LISTED,
    });
    const byNo = Map.groupBy(found, ({ universalNo }) => universalNo);
    return nos.map((no) => (byNo.get(no) ?? []).map(({ universalNo: _, ...row }) => evidenceType(ctx, row)));
  });
}

/** For `ctx.once`: numbers of the universal controls that artifacts are linked to, in one statement for all of a batch. */
export function linkedUniversalControlsLoader({ em, viewer }: RequestContext): DataLoader<string, number[]> {
  return new DataLoader(async (ids) => {
    const found = await universalControlsOf.all(em, { tenantId: viewer.tenantId, ids });
    const byId = Map.groupBy(found, ({ shownId }) => shownId);
    return ids.map((id) => (byId.get(id) ?? []).map(({ no }) => no));
  });
}
