import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import type { EntityManager } from '../../platform/database/database.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Catalogue, Control } from '../catalogue/catalogue.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import { namesOf } from './artifact-names.rules.js';
import type { StoredArtifact } from './artifact-row.sql.js';
import { evidenceCount } from './evidence-count.sql.js';
import { artifactsById, citedArtifacts, evidencePage } from './evidence.sql.js';
import { uploadsByExpiry, type ExpiryPosition } from './expiry-order.sql.js';
import { knownIntegrations, scanGroups } from './scan-groups.sql.js';
import { GROUPS_LISTED, type EvidenceOfScansType } from './scan-group.type.js';
import type { EvidenceWithdrawalType } from './withdrawal.type.js';

/** An artifact, or a control's part of one, as API responses have it. */
export type ShownEvidence = Omit<StoredArtifact, 'withdrawal' | 'place'> &
  NonNullable<StoredArtifact['place']> & { withdrawal: EvidenceWithdrawalType | null };

/** An artifact in API responses. */
export function evidenceType(ctx: RequestContext, { withdrawal, place, ...row }: StoredArtifact): ShownEvidence {
  const only = { documentId: row.id, version: 1, versionsTotal: 1, currentId: row.id };
  const shown = { ...row, ...(place ?? only), ...namesOfPart(wholeCatalogueOf(ctx), row) };
  if (!withdrawal) return { ...shown, withdrawal: null };
  const { withdrawnAt, restorableUntil, purgedAt, ...why } = withdrawal;
  const times = { withdrawnAt: new Date(withdrawnAt), restorableUntil: new Date(restorableUntil) };
  return { ...shown, withdrawal: { ...why, ...times, purgedAt: purgedAt === null ? null : new Date(purgedAt) } };
}

/** Of a part, which has them of its artifact, the names by its control. */
function namesOfPart(
  { controlByNo }: Catalogue,
  { partOfId, controlNos: [no = 0] }: Pick<StoredArtifact, 'partOfId' | 'controlNos'>,
) {
  const control = partOfId === null ? undefined : controlByNo.get(no);
  return control && namesOf(control);
}

/** One artifact of the tenant, or null. */
export async function readEvidence(ctx: RequestContext, id: string): Promise<ShownEvidence | null> {
  const found = await artifactsById.one(ctx.em, { tenantId: ctx.viewer.tenantId, ids: [id] });
  return found && evidenceType(ctx, found);
}

/** Artifacts of the tenant, and parts of them, by their ids. Those that are not stored are missing. */
export async function readEvidenceOf(
  ctx: RequestContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownEvidence>> {
  if (ids.length === 0) return new Map();
  const found = await artifactsById.all(ctx.em, { tenantId: ctx.viewer.tenantId, ids: [...new Set(ids)] });
  return new Map(found.map((row) => [row.id, evidenceType(ctx, row)]));
}

/**
 * Checks that all ids are those of artifacts of the tenant, and prevents their removal until the transaction of `em`
 * ends: an assessment or an answer may then refer to them.
 * @param ids UUIDs, possibly repeated: `evidence_ids` of the input
 * @throws {AppError} NOT_FOUND; CONFLICT for evidence that was withdrawn
 */
export async function findEvidence(
  { viewer }: RequestContext,
  em: EntityManager,
  ids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const found = await citedArtifacts.all(em, { tenantId: viewer.tenantId, ids: wanted });
  const pointerTo = (id: string) => `/evidence_ids/${ids.findIndex((each) => each.toLowerCase() === id)}`;
  const missing = wanted.find((id) => !found.some((each) => each.id === id));
  if (missing !== undefined) throw notFound(pointerTo(missing));
  const withdrawn = found.find(({ isWithdrawn }) => isWithdrawn);
  if (withdrawn) throw new AppError('CONFLICT', 'the evidence was withdrawn', { pointer: pointerTo(withdrawn.id) });
}

/** Filter of artifacts; null means any. */
export interface EvidenceFilter {
  control: Control | null;
  type: 'auto' | 'manual' | null;
  /** Of an artifact, or of a part of one. Exact. */
  fileReference: string | null;
  /** Range of expiry times: `expiresFrom` inclusive, the end exclusive. */
  expiresFrom: Date | null;
  expiresBefore: Date | null;
  /** Of scans of exactly these integrations; of scans that were removed where it is empty. */
  integrationIds: readonly string[] | null;
  /** Whether versions that newer ones replace are among them. */
  allVersions: boolean;
}

/** Artifacts of the tenant, newest first. */
export async function readEvidenceList(
  ctx: RequestContext,
  filter: EvidenceFilter,
  request: PageRequest,
): Promise<Page<ShownEvidence>> {
  const { em, viewer } = ctx;
  const selection = { tenantId: viewer.tenantId, filter };
  const { after, offset, first } = request;
  const found = await evidencePage.all(em, { ...selection, after: positionOf(after), offset, limit: first + 1 });
  const shown = found.map(({ microseconds, placeId, ...row }) => ({
    ...evidenceType(ctx, row),
    microseconds,
    placeId,
  }));
  return pageOf(shown, first, {
    cursorOf: ({ microseconds, placeId }) => encodeCursor(microseconds, placeId),
    countAll: async () => (await evidenceCount.only(em, selection)).count,
  });
}

/** Uploads of the tenant, those that expire first at the beginning and those that never do at the end. */
export async function readUploadsByExpiry(
  ctx: RequestContext,
  filter: EvidenceFilter,
  { after, offset, first }: PageRequest,
): Promise<Page<ShownEvidence>> {
  const { em, viewer } = ctx;
  const selection = { tenantId: viewer.tenantId, filter };
  const position = after === null ? null : expiryPositionOf(after);
  const found = await uploadsByExpiry.all(em, { ...selection, after: position, offset, limit: first + 1 });
  const shown = found.map(({ expiry, microseconds, placeId, ...row }) => ({
    ...evidenceType(ctx, row),
    ...{ expiry, microseconds, placeId },
  }));
  return pageOf(shown, first, {
    cursorOf: ({ expiry, microseconds, placeId }) => encodeCursor(expiry, microseconds, placeId),
    countAll: async () => (await evidenceCount.only(em, selection)).count,
  });
}

/**
 * Integrations that a filter names, in lower case; null where it names none.
 * @throws {AppError} VALIDATION_FAILED; NOT_FOUND for one that is not the tenant's
 */
export async function findIntegrations(
  { em, viewer }: RequestContext,
  given: readonly string[] | null,
): Promise<readonly string[] | null> {
  if (given === null || given.length === 0) return given;
  if (!given.every(isUuid)) throw AppError.invalid('/integration_ids', 'is not a UUID');
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const known = await knownIntegrations.all(em, { tenantId: viewer.tenantId, ids });
  if (known.length < ids.length) throw notFound('/integration_ids');
  return ids;
}

/** The artifacts of scans, of a control where one is given, folded by the integrations that were scanned together. */
export function readScanGroups(
  { em, viewer }: RequestContext,
  control: Control | null,
): Promise<EvidenceOfScansType[]> {
  const range = { fileReference: null, expiresFrom: null, expiresBefore: null };
  const filter = { control, type: 'auto' as const, ...range, integrationIds: null, allVersions: true };
  return scanGroups.all(em, { tenantId: viewer.tenantId, filter, limit: GROUPS_LISTED });
}

function expiryPositionOf(cursor: string): ExpiryPosition {
  const [expiresAt, microseconds, id] = decodeCursor(cursor, ['moment', 'microseconds', 'uuid']);
  return { expiresAt: String(expiresAt), microseconds: Number(microseconds), id: String(id) };
}

function positionOf(cursor: string | null) {
  if (cursor === null) return null;
  const [microseconds, id] = decodeCursor(cursor, ['microseconds', 'uuid']);
  return { microseconds: Number(microseconds), id: String(id) };
}
