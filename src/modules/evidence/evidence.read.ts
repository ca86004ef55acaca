import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import type { EvidenceWithdrawalType } from './withdrawal.type.js';
import { artifact, evidenceCount, evidencePage, type EvidenceRow } from './evidence.sql.js';

/** An artifact as API responses have it. */
type ShownEvidence = Omit<EvidenceRow, 'withdrawal'> & { withdrawal: EvidenceWithdrawalType | null };

/** An artifact in API responses. */
export function evidenceType({ withdrawal, ...row }: EvidenceRow): ShownEvidence {
  if (!withdrawal) return { ...row, withdrawal: null };
  const { withdrawnAt, restorableUntil, purgedAt, ...why } = withdrawal;
  const times = { withdrawnAt: new Date(withdrawnAt), restorableUntil: new Date(restorableUntil) };
  return { ...row, withdrawal: { ...why, ...times, purgedAt: purgedAt === null ? null : new Date(purgedAt) } };
}

/** One artifact of the tenant, or null. */
export async function readEvidence({ em, viewer }: RequestContext, id: string): Promise<ShownEvidence | null> {
  const found = await artifact.one(em, { tenantId: viewer.tenantId, id });
  return found && evidenceType(found);
}

/**
 * Checks that all ids are those of artifacts of the tenant, and prevents their removal until the transaction of `em`
 * ends: an assessment may then refer to them.
 * @param ids UUIDs, possibly repeated: `evidence_ids` of the input
 * @throws {AppError} NOT_FOUND; CONFLICT for evidence that was withdrawn
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
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('evidence_withdrawals as w')
            .select('w.evidence_id')
            .whereRef('w.tenant_id', '=', 'evidence.tenant_id')
            .whereRef('w.evidence_id', '=', 'evidence.id'),
        )
        .as('isWithdrawn'),
    )
    .where('tenant_id', '=', viewer.tenantId)
    .where('id', 'in', wanted)
    .orderBy('id')
    .forKeyShare()
    .execute();
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
  /** Exact. */
  fileReference: string | null;
  /** Range of expiry times: `expiresFrom` inclusive, the end exclusive. */
  expiresFrom: Date | null;
  expiresBefore: Date | null;
}

/** Artifacts of the tenant, newest first. */
export async function readEvidenceList(
  { em, viewer }: RequestContext,
  filter: EvidenceFilter,
  request: PageRequest,
): Promise<Page<ShownEvidence>> {
  const selection = { tenantId: viewer.tenantId, filter };
  const { after, offset, first } = request;
  const found = await evidencePage.all(em, { ...selection, after: positionOf(after), offset, limit: first + 1 });
  const shown = found.map((row) => ({ ...evidenceType(row), microseconds: row.microseconds }));
  return pageOf(shown, first, {
    cursorOf: ({ microseconds, id }) => encodeCursor(microseconds, id),
    countAll: async () => (await evidenceCount.only(em, selection)).count,
  });
}

function positionOf(cursor: string | null) {
  if (cursor === null) return null;
  const [microseconds, id] = decodeCursor(cursor, ['microseconds', 'uuid']);
  return { microseconds: Number(microseconds), id: String(id) };
}
