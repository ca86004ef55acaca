import { sql } from '../../../platform/database/database.js';
import { text, type RowOf } from '../../../platform/database/statement-row.js';
import { statement } from '../../../platform/database/statement.js';

const COLUMNS = {
  id: 'uuid',
  type: text<'auto' | 'manual'>(),
  title: 'text',
  description: 'text?',
  objectKey: 'text',
  fileName: 'text',
  contentType: 'text',
  size: 'float8',
  sha256: 'text',
  collectedAt: 'timestamptz',
  expiresAt: 'timestamptz?',
  createdAt: 'timestamptz',
  controlNos: 'int4[]!',
  withdrawalReason: 'text?',
} as const;

/** An artifact of an audit package, with those of its controls that the framework has. */
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
 * Artifacts of some controls that were collected in a period: every uploaded one, withdrawn ones too, and the newest automatic ones of
 * each control, the oldest first.
 */
export const packageArtifacts = statement({
  name: 'reports.package_artifacts',
  row: COLUMNS,
  text: ({ tenantId, controlNos, from, to, automaticMax, limit }: Period) => sql`
    with linked as (
      select l.evidence_id, l.control_no from evidence_controls l
      where l.tenant_id = ${tenantId} and l.control_no = any(${controlNos}::int[]) and l.type = 'manual'
      union all
      select newest.evidence_id, wanted.no from unnest(${controlNos}::int[]) as wanted (no)
      cross join lateral (
        select l.evidence_id from evidence_controls l
        where l.tenant_id = ${tenantId} and l.control_no = wanted.no and l.type = 'auto' and l.created_at <= ${to}::timestamptz
        order by l.created_at desc, l.evidence_id desc limit ${automaticMax}
      ) newest
    ),
    wanted as (select evidence_id, array_agg(control_no order by control_no) as control_nos from linked group by evidence_id)
    select e.id, e.type, e.title, e.description, e.file_reference as "objectKey", e.file_name as "fileName",
      e.content_type as "contentType", e.size::float8 as size, e.sha256, e.collected_at as "collectedAt",
      e.expires_at as "expiresAt", e.created_at as "createdAt", w.control_nos as "controlNos",
      (select reason_code from evidence_withdrawals x where x.tenant_id = e.tenant_id and x.evidence_id = e.id)
        as "withdrawalReason"
    from wanted w join evidence e on e.tenant_id = ${tenantId} and e.id = w.evidence_id
    where e.collected_at >= ${from}::timestamptz and e.collected_at <= ${to}::timestamptz
    order by e.collected_at, e.id limit ${limit}`,
  samples: [{ tenantId: '', controlNos: [], from: new Date(0), to: new Date(0), automaticMax: 1, limit: 1 }],
});
