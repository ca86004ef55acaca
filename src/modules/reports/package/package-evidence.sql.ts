import { sql } from '../../../platform/database/database.js';
import { text, type RowOf } from '../../../platform/database/statement-row.js';
import { statement } from '../../../platform/database/statement.js';
import { fileReferenceOf, joinPart } from '../../evidence/artifact-row.sql.js';

const COLUMNS = {
  id: 'uuid!',
  type: text<'auto' | 'manual'>(),
  title: 'text',
  description: 'text?',
  // To an object, or to the bytes of one: see `readReference`.
  fileReference: 'text!',
  fileName: 'text',
  contentType: 'text',
  size: 'float8!',
  sha256: 'text!',
  collectedAt: 'timestamptz',
  expiresAt: 'timestamptz?',
  createdAt: 'timestamptz',
  controlNos: 'int4[]!',
  // The control of which it is the part of what a scan stored; null of whole artifacts.
  partOfControl: 'int4?',
  withdrawalReason: 'text?',
  documentId: 'uuid!',
  version: 'int4!',
  // Whether no newer version is in its place.
  isCurrent: 'bool!',
} as const;

/** An artifact of an audit package, or a control's part of one, with those of its controls that the framework has. */
export type PackageArtifact = RowOf<typeof COLUMNS>;

interface Period {
  tenantId: string;
  controlNos: readonly number[];
  from: Date;
  to: Date;
  /** Newest automatic artifacts of each control. */
  automaticMax: number;
  limit: number;
}

/**
 * Artifacts of some controls that were collected in a period: every uploaded one, withdrawn ones too, with all versions of its document
 * whenever they were collected, and the newest automatic ones of
 * each control, of these the parts of the controls alone; the oldest first.
 */
export const packageArtifacts = statement({
  name: 'reports.package_artifacts',
  row: COLUMNS,
  text: ({ tenantId, controlNos, from, to, automaticMax, limit }: Period) => sql`
    with uploaded as (
      select l.evidence_id, l.control_no from evidence_controls l
      where l.tenant_id = ${tenantId} and l.control_no = any(${controlNos}::int[]) and l.type = 'manual'
    ),
    documents as (
      select distinct v.document_id, u.control_no, bool_or(e.collected_at >= ${from}::timestamptz and e.collected_at <= ${to}::timestamptz)
          over (partition by v.document_id) as is_in_period
      from uploaded u
      join evidence_versions v on v.tenant_id = ${tenantId} and v.evidence_id = u.evidence_id
      join evidence e on e.tenant_id = ${tenantId} and e.id = u.evidence_id
    ),
    versions as (
      select v.evidence_id, d.control_no from documents d
      join evidence_versions v on v.tenant_id = ${tenantId} and v.document_id = d.document_id
      where d.is_in_period
    ),
    linked as (
      select * from uploaded
      union
      select * from versions
      union all
      select newest.evidence_id, wanted.no from unnest(${controlNos}::int[]) as wanted (no)
      cross join lateral (
        select l.evidence_id from evidence_controls l
        where l.tenant_id = ${tenantId} and l.control_no = wanted.no and l.type = 'auto' and l.created_at <= ${to}::timestamptz
        order by l.created_at desc, l.evidence_id desc limit ${automaticMax}
      ) newest
    ),
    linked_parts as (
      select l.*, case when c.part_id is not null then l.control_no end as part_no
      from linked l
      left join evidence_controls c on c.tenant_id = ${tenantId} and c.evidence_id = l.evidence_id and c.control_no = l.control_no
    ),
    wanted as (
      select evidence_id, part_no, array_agg(control_no order by control_no) as control_nos
      from linked_parts group by evidence_id, part_no
    )
    select coalesce(part.part_id, e.id) as id, e.type, e.title, e.description, ${fileReferenceOf()} as "fileReference",
      e.file_name as "fileName", e.content_type as "contentType", coalesce(part.part_size, e.size)::float8 as size,
      coalesce(part.part_sha256, e.sha256) as sha256, e.collected_at as "collectedAt",
      e.expires_at as "expiresAt", e.created_at as "createdAt", w.control_nos as "controlNos", w.part_no as "partOfControl",
      (select reason_code from evidence_withdrawals x where x.tenant_id = e.tenant_id and x.evidence_id = e.id)
        as "withdrawalReason",
      coalesce(v.document_id, e.id) as "documentId", coalesce(v.version, 1) as version, coalesce(v.is_current, true) as "isCurrent"
    from wanted w join evidence e on e.tenant_id = ${tenantId} and e.id = w.evidence_id
    ${joinPart(sql`w.part_no`)}
    left join evidence_versions v on v.tenant_id = ${tenantId} and v.evidence_id = e.id
    where e.collected_at >= ${from}::timestamptz and e.collected_at <= ${to}::timestamptz
      or e.id in (select evidence_id from versions)
    order by e.collected_at, e.id, w.part_no limit ${limit}`,
  samples: [{ tenantId: '', controlNos: [], from: new Date(0), to: new Date(0), automaticMax: 1, limit: 1 }],
});
