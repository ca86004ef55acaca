import { sql } from '../../platform/database/database.js';
import { json, text, type RowOf } from '../../platform/database/statement-row.js';
import type { WithdrawalReason } from './withdrawal-reasons.js';

type Sql = ReturnType<typeof sql>;

/** A withdrawal as JSON has it; its moments in RFC 3339. */
interface StoredWithdrawal {
  reasonCode: WithdrawalReason;
  reason: string;
  withdrawnBy: string;
  withdrawnAt: string;
  restorableUntil: string;
  purgedAt: string | null;
}

/** Place of an artifact among the versions of its document. */
interface StoredPlace {
  documentId: string;
  version: number;
  versionsTotal: number;
  /** The newest version that is not withdrawn; the newest where all are. */
  currentId: string;
}

/** Columns of an artifact, or of a control's part of one; controls by number, ascending. */
export const ARTIFACT = {
  id: 'uuid!',
  type: text<'auto' | 'manual'>(),
  title: 'text',
  description: 'text?',
  fileReference: 'text!',
  fileName: 'text',
  contentType: 'text',
  size: 'float8!',
  sha256: 'text!',
  collectedAt: 'timestamptz',
  expiresAt: 'timestamptz?',
  createdAt: 'timestamptz',
  createdBy: 'uuid?',
  scanJobId: 'uuid?',
  // Of a part the artifact, whose title and names of the file these are.
  partOfId: 'uuid?',
  controlNos: 'int4[]!',
  withdrawal: json<StoredWithdrawal>('jsonb?'),
  // Null of a document with one version.
  place: json<StoredPlace>('jsonb?'),
} as const;

/** An artifact, or a control's part of one, as it is stored. */
export type StoredArtifact = RowOf<typeof ARTIFACT>;

/** SQL of `ARTIFACT` for artifacts `e`, each joined by `joinPart` or `joinNoPart`. */
export const artifactColumns = sql`
  coalesce(part.part_id, e.id) as id, e.type, e.title, ${description()} as description, ${fileReferenceOf()} as "fileReference",
  e.file_name as "fileName", e.content_type as "contentType", coalesce(part.part_size, e.size)::float8 as size,
  coalesce(part.part_sha256, e.sha256) as sha256, e.collected_at as "collectedAt", e.expires_at as "expiresAt",
  e.created_at as "createdAt", e.created_by as "createdBy", e.scan_id as "scanJobId",
  case when part.part_id is not null then e.id end as "partOfId",
  case when part.part_id is not null then array[part.control_no] else array(
    select control_no from evidence_controls c
    where c.tenant_id = e.tenant_id and c.evidence_id = e.id order by control_no
  ) end as "controlNos",
  (select jsonb_build_object('reasonCode', w.reason_code, 'reason', w.reason, 'withdrawnBy', w.withdrawn_by,
     'withdrawnAt', w.withdrawn_at, 'restorableUntil', w.restorable_until, 'purgedAt', w.purged_at)
   from evidence_withdrawals w where w.tenant_id = e.tenant_id and w.evidence_id = e.id) as withdrawal,
  ${placeOf()} as place`;

/** Place of an artifact `e` among the versions of its document. */
function placeOf(): Sql {
  return sql`(
    select jsonb_build_object('documentId', v.document_id, 'version', v.version, 'versionsTotal', all_versions.total,
      'currentId', all_versions.current_id)
    from evidence_versions v
    cross join lateral (
      select count(*) as total, (array_agg(o.evidence_id) filter (where o.is_current))[1] as current_id
      from evidence_versions o where o.tenant_id = v.tenant_id and o.document_id = v.document_id
    ) all_versions
    where v.tenant_id = e.tenant_id and v.evidence_id = e.id)`;
}

/**
 * Condition that no newer version is in the place of the artifact with the id in a column, named with its table. Looked up for each row,
 * for lists that end with their page: as a join, the versions of all documents might be read for one.
 */
export const isCurrentVersion = (tenantId: string, id: string) => sql`(
  select v.is_current from evidence_versions v where v.tenant_id = ${tenantId} and v.evidence_id = ${sql.ref(id)}) is not false`;

/** The same as a join, for what reads more artifacts than it lists: a look-up for each would cost more than the versions together. */
export const isCurrentAmongMany = (tenantId: string, id: string) => sql`not exists (
  select from evidence_versions v where v.tenant_id = ${tenantId} and v.evidence_id = ${sql.ref(id)} and not v.is_current)`;

/** Of a part the finding of the scan, as long as there is the scan. */
function description(): Sql {
  return sql`case when part.part_id is null then e.description else (
    select r.finding from scan_results r
    where r.tenant_id = e.tenant_id and r.scan_id = e.scan_id and r.control_no = part.control_no) end`;
}

/** SQL of the reference to the file of an artifact `e`, or to the bytes of its `part`: the text of `partReference`. */
export function fileReferenceOf(): Sql {
  return sql`case when part.part_id is null then e.file_reference else
    e.file_reference || ';bytes=' || part.part_offset || '-' || part.part_offset + part.part_size - 1 end`;
}

/** Joins to artifacts `e` the part of a control, as `part`, where the artifact is in parts. */
export const joinPart = (controlNo: Sql) => sql`
  left join evidence_controls part on part.tenant_id = e.tenant_id and part.evidence_id = e.id
    and part.control_no = ${controlNo} and part.part_id is not null`;

/** Joins no part: artifacts as a whole. */
export const joinNoPart = sql`
  left join (
    select null::uuid as part_id, null::int as control_no, null::bigint as part_offset, null::int as part_size,
      null::text as part_sha256
  ) part on false`;

/**
 * Joins, as `e` and `part`, the artifact with an id, or the part that has it; of results, for instance, which refer to either. The id is
 * computed in a query of its own: under row level security a condition with `coalesce` would enter no index.
 */
export const joinArtifact = (tenantId: Sql, id: Sql) => sql`
  left join evidence_controls part on part.tenant_id = ${tenantId} and part.part_id = ${id}
  left join lateral (select coalesce(part.evidence_id, ${id}) as id offset 0) found_artifact on true
  left join evidence e on e.tenant_id = ${tenantId} and e.id = found_artifact.id`;
