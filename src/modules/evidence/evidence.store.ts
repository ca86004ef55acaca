import { rows, sql, type EntityManager } from '../../platform/database/database.js';

/** An artifact whose object is stored already. */
export interface NewEvidence {
  id: string;
  title: string;
  description: string | null;
  /** Key of the object. */
  fileReference: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  controlNos: number[];
}

export interface EvidenceOrigin {
  tenantId: string;
  type: 'auto' | 'manual';
  scanId: string | null;
  createdBy: string | null;
  /** When it is written down. */
  at: Date;
  /** @default `at` */
  collectedAt?: Date;
  /** When it stops to show anything. @default never */
  expiresAt?: Date | null;
}

/** Writes artifacts and their links to controls: two statements, whatever their number. Objects first, rows second. */
export async function storeEvidence(
  em: EntityManager,
  origin: EvidenceOrigin,
  artifacts: NewEvidence[],
): Promise<void> {
  if (artifacts.length === 0) return;
  const column = <T>(pick: (artifact: NewEvidence) => T) => artifacts.map(pick);
  await rows(
    em,
    sql`insert into evidence (tenant_id, type, scan_id, created_by, collected_at, expires_at, created_at,
          id, title, description, file_reference, file_name, content_type, size, sha256)
        select ${origin.tenantId}::uuid, ${origin.type}, ${origin.scanId}::uuid, ${origin.createdBy}::uuid,
          ${origin.collectedAt ?? origin.at}::timestamptz, ${origin.expiresAt ?? null}::timestamptz, ${origin.at}::timestamptz, *
        from unnest(
          ${column(({ id }) => id)}::uuid[], ${column(({ title }) => title)}::text[],
          ${column(({ description }) => description)}::text[], ${column(({ fileReference }) => fileReference)}::text[],
          ${column(({ fileName }) => fileName)}::text[], ${column(({ contentType }) => contentType)}::text[],
          ${column(({ size }) => size)}::bigint[], ${column(({ sha256 }) => sha256)}::text[]
        )`,
  );
  const links = artifacts.flatMap(({ id, controlNos }) => controlNos.map((no) => ({ id, no })));
  await rows(
    em,
    sql`insert into evidence_controls (tenant_id, evidence_id, control_no)
        select ${origin.tenantId}, *
        from unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ no }) => no)}::int[])`,
  );
}
