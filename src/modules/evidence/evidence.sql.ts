import { sql } from '../../platform/database/database.js';
import { json, text, type RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Control } from '../catalogue/catalogue.js';
import type { EvidenceFilter } from './evidence.read.js';
import type { WithdrawalReason } from './withdrawal-reasons.js';

/** A withdrawal as JSON has it; its moments in RFC 3339. */
interface StoredWithdrawal {
  reasonCode: WithdrawalReason;
  reason: string;
  withdrawnBy: string;
  withdrawnAt: string;
  restorableUntil: string;
  purgedAt: string | null;
}

/** Columns of an artifact; its controls by number, ascending. */
const COLUMNS = {
  id: 'uuid',
  type: text<'auto' | 'manual'>(),
  title: 'text',
  description: 'text?',
  fileReference: 'text',
  fileName: 'text',
  contentType: 'text',
  size: 'float8',
  sha256: 'text',
  collectedAt: 'timestamptz',
  expiresAt: 'timestamptz?',
  createdAt: 'timestamptz',
  createdBy: 'uuid?',
  controlNos: 'int4[]',
  withdrawal: json<StoredWithdrawal>('jsonb?'),
} as const;

/** An artifact; its controls by number. */
export type EvidenceRow = RowOf<typeof COLUMNS>;

/** SQL of `COLUMNS` for a table with the alias `e`. */
const columns = sql`
  e.id, e.type, e.title, e.description, e.file_reference as "fileReference", e.file_name as "fileName",
  e.content_type as "contentType", e.size::float8 as size, e.sha256, e.collected_at as "collectedAt",
  e.expires_at as "expiresAt", e.created_at as "createdAt", e.created_by as "createdBy",
  array(select control_no from evidence_controls c
        where c.tenant_id = e.tenant_id and c.evidence_id = e.id order by control_no) as "controlNos",
  (select jsonb_build_object('reasonCode', w.reason_code, 'reason', w.reason, 'withdrawnBy', w.withdrawn_by,
     'withdrawnAt', w.withdrawn_at, 'restorableUntil', w.restorable_until, 'purgedAt', w.purged_at)
   from evidence_withdrawals w where w.tenant_id = e.tenant_id and w.evidence_id = e.id) as withdrawal`;

/** One artifact. */
export const artifact = statement({
  name: 'evidence.artifact',
  row: COLUMNS,
  text: ({ tenantId, id }: { tenantId: string; id: string }) => sql`
    select ${columns} from evidence e where e.id = ${id} and e.tenant_id = ${tenantId}`,
  samples: [{ tenantId: '', id: '' }],
});

/** Artifacts by their ids. */
export const artifactsById = statement({
  name: 'evidence.artifacts_by_id',
  row: COLUMNS,
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select ${columns} from evidence e where e.tenant_id = ${tenantId} and e.id = any(${ids}::uuid[])`,
  samples: [{ tenantId: '', ids: [] }],
});

/** The newest artifacts of each control of `nos`. */
export const artifactsOfControls = statement({
  name: 'evidence.artifacts_of_controls',
  row: { controlNo: 'int4!', ...COLUMNS },
  text: ({ tenantId, nos, artifactsMax }: { tenantId: string; nos: readonly number[]; artifactsMax: number }) => sql`
    select wanted.no as "controlNo", linked.*
    from unnest(${nos}::int[]) as wanted (no)
    cross join lateral (${newestOfControl({ tenantId, controlNo: sql`wanted.no`, limit: artifactsMax })}) newest
    cross join lateral (
      select ${columns} from evidence e where e.tenant_id = ${tenantId} and e.id = newest.id
    ) linked
    order by wanted.no, newest.created_at desc, newest.id desc`,
  samples: [{ tenantId: '', nos: [], artifactsMax: 1 }],
});

/** Every control with an artifact that is not withdrawn, each once: from one control of the index to the next. */
export const controlsWithEvidence = statement({
  name: 'evidence.controls_with_evidence',
  row: { controlNo: 'int4!' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    with recursive linked as (
      select min(control_no) as no from evidence_controls where tenant_id = ${tenantId}
      union all
      select (select min(control_no) from evidence_controls where tenant_id = ${tenantId} and control_no > linked.no)
      from linked where linked.no is not null
    )
    select linked.no as "controlNo" from linked
    cross join lateral (
      select from evidence_controls link
      where link.tenant_id = ${tenantId} and link.control_no = linked.no and not exists (
        select from evidence_withdrawals w where w.tenant_id = link.tenant_id and w.evidence_id = link.evidence_id)
      limit 1
    ) shown`,
  samples: [{ tenantId: '' }],
});

interface Selection {
  tenantId: string;
  filter: Omit<EvidenceFilter, 'control'> & { control: Pick<Control, 'no'> | null };
}

function selected({ tenantId, filter: { control, type, fileReference, expiresFrom, expiresBefore } }: Selection) {
  const hasWindow = expiresFrom !== null || expiresBefore !== null;
  return sql`
    from evidence e where e.tenant_id = ${tenantId}
      ${type === null ? sql`` : sql`and e.type = ${sql.lit(type)}`} ${hasWindow ? sql`and e.expires_at is not null` : sql``}
      ${fileReference === null ? sql`` : sql`and e.file_reference collate "C" = ${fileReference}`}
      and (${expiresFrom}::timestamptz is null or e.expires_at >= ${expiresFrom}::timestamptz)
      and (${expiresBefore}::timestamptz is null or e.expires_at < ${expiresBefore}::timestamptz)
      ${
        control === null
          ? sql``
          : sql`and exists (
        select from evidence_controls c
        where c.tenant_id = e.tenant_id and c.evidence_id = e.id and c.control_no = ${control.no}::int)`
      }`;
}

/** Position of an artifact in the list, as in its cursor. */
export interface EvidencePosition {
  /** Creation time. Microseconds since the epoch. */
  microseconds: number;
  id: string;
}

interface PageParams extends Selection {
  after: EvidencePosition | null;
  limit: number;
  offset: number;
}

const SAMPLE: Selection = {
  tenantId: '',
  filter: { control: null, type: null, fileReference: null, expiresFrom: null, expiresBefore: null },
};

/** One page of artifacts, newest first, with their positions. */
export const evidencePage = statement({
  name: 'evidence.page',
  row: { ...COLUMNS, microseconds: 'float8' },
  text: (params: PageParams) => sql`
    select ${columns}, (extract(epoch from e.created_at) * 1000000)::float8 as microseconds
    from ${artifactsOfPage(params)} order by e.created_at desc, e.id desc`,
  samples: [
    { ...SAMPLE, after: null, limit: 1, offset: 0 },
    {
      ...SAMPLE,
      filter: { ...SAMPLE.filter, type: 'manual', fileReference: '', expiresFrom: new Date(0) },
      after: null,
      limit: 1,
      offset: 0,
    },
    {
      ...SAMPLE,
      filter: { ...SAMPLE.filter, control: { no: 1 } },
      after: { microseconds: 0, id: '' },
      limit: 1,
      offset: 0,
    },
  ],
});

/** The page's artifacts as `e`. Of a control, or where some are passed over, their ids first: the others are then read in an index alone. */
function artifactsOfPage({ after, limit, offset, ...selection }: PageParams) {
  const { tenantId, filter } = selection;
  const { control, type, fileReference, expiresFrom, expiresBefore } = filter;
  const byId = (ids: ReturnType<typeof sql>) => sql`
    (${ids}) place cross join lateral (select * from evidence where tenant_id = ${tenantId} and id = place.id offset 0) e`;
  const hasWindow = expiresFrom !== null || expiresBefore !== null;
  if (control !== null && fileReference === null && !hasWindow) {
    return byId(newestOfControl({ tenantId, controlNo: sql`${control.no}::int`, type, after, limit, offset }));
  }
  const page = (found: ReturnType<typeof sql>) => sql`
    select ${found} ${selected(selection)} and ${isAfter('e.id', after)}
    order by e.created_at desc, e.id desc limit ${limit} offset ${offset}`;
  return offset === 0 && !hasWindow ? sql`(${page(sql`e.*`)}) e` : byId(page(sql`e.id`));
}

interface NewestOfControl {
  tenantId: string;
  controlNo: ReturnType<typeof sql>;
  /** Null for any. @default null */
  type?: 'auto' | 'manual' | null;
  /** @default null, from the newest on */
  after?: EvidencePosition | null;
  limit: number;
  /** @default 0 */
  offset?: number;
}

/** Creation time and id of the newest artifacts of a control, in order: those of each type, of which an index has them in order, merged. */
function newestOfControl({ tenantId, controlNo, type = null, after = null, limit, offset = 0 }: NewestOfControl) {
  const ofType = (each: 'auto' | 'manual') => sql`(
    select created_at, evidence_id as id from evidence_controls
    where tenant_id = ${tenantId} and control_no = ${controlNo} and type = ${sql.lit(each)} and ${isAfter('evidence_id', after)}
    order by created_at desc, evidence_id desc limit ${limit}::int + ${offset}::int)`;
  return sql`
    select created_at, id from (${type === null ? sql`${ofType('auto')} union all ${ofType('manual')}` : ofType(type)}) merged
    order by created_at desc, id desc limit ${limit} offset ${offset}`;
}

/** Whether the row with the id in that column and `created_at` comes after a position. */
function isAfter(id: string, after: EvidencePosition | null) {
  if (after === null) return sql`true`;
  return sql`(created_at, ${sql.ref(id)}) < (
    timestamptz 'epoch' + ${after.microseconds}::bigint * interval '1 microsecond', ${after.id}::uuid)`;
}

/** Number of the artifacts that a filter selects. */
export const evidenceCount = statement({
  name: 'evidence.count',
  row: { count: 'int4' },
  text: (selection: Selection) => sql`select count(*)::int as count ${selected(selection)}`,
  samples: [SAMPLE],
});

/** Artifacts whose object must exist: not those whose file was deleted after a withdrawal. */
const stored = sql`not exists (
  select from evidence_withdrawals w
  where w.tenant_id = evidence.tenant_id and w.evidence_id = evidence.id and w.purged_at is not null)`;

/** Those of `keys` that an artifact refers to, in the order of their bytes, like the object store. */
export const keysInUse = statement({
  name: 'evidence.keys_in_use',
  row: { key: 'text' },
  text: ({ tenantId, keys }: { tenantId: string; keys: readonly string[] }) => sql`
    select file_reference as key from evidence
    where tenant_id = ${tenantId} and file_reference collate "C" = any(${keys}::text[]) and ${stored}`,
  samples: [{ tenantId: '', keys: [] }],
});

/** The next keys that artifacts refer to, in the order of their bytes. */
export const keysAfter = statement({
  name: 'evidence.keys_after',
  row: { key: 'text' },
  text: ({ tenantId, after, limit }: { tenantId: string; after: string; limit: number }) => sql`
    select file_reference as key from evidence
    where tenant_id = ${tenantId} and file_reference collate "C" > ${after} and ${stored}
    order by file_reference collate "C" limit ${limit}`,
  samples: [{ tenantId: '', after: '', limit: 1 }],
});
