import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { artifact, evidenceCount, evidencePage, type EvidenceRow } from './evidence.sql.js';

/** One artifact of the tenant, or null. */
export function readEvidence({ em, viewer }: RequestContext, id: string): Promise<EvidenceRow | null> {
  return artifact.one(em, { tenantId: viewer.tenantId, id });
}

/**
 * Checks that all ids are those of artifacts of the tenant, and prevents their removal until the transaction of `em`
 * ends: an assessment may then refer to them.
 * @param ids UUIDs, possibly repeated
 * @throws {AppError} NOT_FOUND
 */
export async function findEvidence(
  { viewer }: RequestContext,
  em: EntityManager,
  ids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const found = await query(em)
    .selectFrom('evidence')
    .select('id')
    .where('tenant_id', '=', viewer.tenantId)
    .where('id', 'in', wanted)
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (found.length !== wanted.length) throw notFound();
}

/** Filter of artifacts; null means any. */
export interface EvidenceFilter {
  control: Control | null;
  type: 'auto' | 'manual' | null;
  /** Range of expiry times: `expiresFrom` inclusive, the end exclusive. */
  expiresFrom: Date | null;
  expiresBefore: Date | null;
}

/** Artifacts of the tenant, newest first. */
export async function readEvidenceList(
  { em, viewer }: RequestContext,
  filter: EvidenceFilter,
  request: PageRequest,
): Promise<Page<EvidenceRow>> {
  const selection = { tenantId: viewer.tenantId, filter };
  const { after, offset, first } = request;
  const found = await evidencePage.all(em, { ...selection, after: positionOf(after), offset, limit: first + 1 });
  return pageOf(found, first, {
    cursorOf: ({ microseconds, id }) => encodeCursor(microseconds, id),
    countAll: async () => (await evidenceCount.only(em, selection)).count,
  });
}

function positionOf(cursor: string | null) {
  if (cursor === null) return null;
  const [microseconds, id] = decodeCursor(cursor, ['microseconds', 'uuid']);
  return { microseconds: Number(microseconds), id: String(id) };
}
