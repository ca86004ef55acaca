import type { RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';

/** An artifact; its controls by number. */
export interface EvidenceRow {
  id: string;
  type: 'auto' | 'manual';
  title: string;
  description: string | null;
  fileReference: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  collectedAt: Date;
  expiresAt: Date | null;
  createdAt: Date;
  createdBy: string | null;
  controlNos: number[];
}

/** The columns of `EvidenceRow`, of a table called `e`. */
export const EVIDENCE_COLUMNS = sql`
  e.id, e.type, e.title, e.description, e.file_reference as "fileReference", e.file_name as "fileName",
  e.content_type as "contentType", e.size::float8 as size, e.sha256, e.collected_at as "collectedAt",
  e.expires_at as "expiresAt", e.created_at as "createdAt", e.created_by as "createdBy",
  array(select control_no from evidence_controls c
        where c.tenant_id = e.tenant_id and c.evidence_id = e.id order by control_no) as "controlNos"`;

/** One artifact of the tenant, or null. */
export function readEvidence({ em, viewer }: RequestContext, id: string): Promise<EvidenceRow | null> {
  return row(
    em,
    sql<EvidenceRow>`select ${EVIDENCE_COLUMNS} from evidence e where e.id = ${id} and e.tenant_id = ${viewer.tenantId}`,
  );
}

/**
 * Makes sure that every id is that of an artifact of the tenant, and that none of them goes before the transaction of `em`
 * ends: an assessment may then refer to them.
 * @param ids UUIDs, each any number of times
 * @throws {AppError} NOT_FOUND
 */
export async function findEvidence(
  { viewer }: RequestContext,
  em: EntityManager,
  ids: readonly string[],
): Promise<void> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const found = await rows(
    em,
    sql`select from evidence where tenant_id = ${viewer.tenantId} and id = any(${[...wanted]}::uuid[])
        order by id for key share`,
  );
  if (found.length !== wanted.size) throw notFound();
}

/** Which artifacts; null means any. */
export interface EvidenceFilter {
  control: Control | null;
  type: 'auto' | 'manual' | null;
  /** From then on, before then. */
  expiresFrom: Date | null;
  expiresBefore: Date | null;
}

/** Artifacts of the tenant, newest first. */
export async function readEvidenceList(
  { em, viewer }: RequestContext,
  { control, type, expiresFrom, expiresBefore }: EvidenceFilter,
  request: PageRequest,
): Promise<Page<EvidenceRow>> {
  const [after, id] = request.after === null ? [null, null] : decodeCursor(request.after, ['microseconds', 'uuid']);
  const createdAt = sql`timestamptz 'epoch' + ${after}::bigint * interval '1 microsecond'`;
  const selected = sql`
    from evidence e where e.tenant_id = ${viewer.tenantId} and (${type}::text is null or e.type = ${type}::text)
      and (${expiresFrom}::timestamptz is null or e.expires_at >= ${expiresFrom}::timestamptz)
      and (${expiresBefore}::timestamptz is null or e.expires_at < ${expiresBefore}::timestamptz)
      and (${control?.no ?? null}::int is null or exists (
        select from evidence_controls c
        where c.tenant_id = e.tenant_id and c.evidence_id = e.id and c.control_no = ${control?.no ?? null}::int))`;
  const found = await rows(
    em,
    sql<EvidenceRow & { microseconds: number }>`
      select ${EVIDENCE_COLUMNS}, (extract(epoch from e.created_at) * 1000000)::float8 as microseconds ${selected}
        and (${after}::bigint is null or (e.created_at, e.id) < (${createdAt}, ${id}::uuid))
      order by e.created_at desc, e.id desc limit ${request.first + 1} offset ${request.offset}`,
  );
  return pageOf<EvidenceRow>(found, request.first, {
    cursorOf: (evidence) => encodeCursor((evidence as (typeof found)[number]).microseconds, evidence.id),
    countAll: async () =>
      (await row(em, sql<{ count: number }>`select count(*)::int as count ${selected}`))?.count ?? 0,
  });
}
