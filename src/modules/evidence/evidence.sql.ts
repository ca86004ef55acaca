import { sql } from '../../platform/database/database.js';
import { json, text, type RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
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
    cross join lateral (
      select ${columns}
      from evidence_controls link join evidence e on e.tenant_id = link.tenant_id and e.id = link.evidence_id
      where link.tenant_id = ${tenantId} and link.control_no = wanted.no
      order by e.created_at desc, e.id desc limit ${artifactsMax}
    ) linked`,
  samples: [{ tenantId: '', nos: [], artifactsMax: 1 }],
});

/** Every control with an artifact that is not withdrawn, each once. */
export const controlsWithEvidence = statement({
  name: 'evidence.controls_with_evidence',
  row: { controlNo: 'int4' },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select distinct link.control_no as "controlNo" from evidence_controls link
    where link.tenant_id = ${tenantId} and not exists (
      select from evidence_withdrawals w where w.tenant_id = link.tenant_id and w.evidence_id = link.evidence_id)`,
  samples: [{ tenantId: '' }],
});

interface Selection {
  tenantId: string;
  filter: EvidenceFilter;
}

function selected({ tenantId, filter: { control, type, expiresFrom, expiresBefore } }: Selection) {
  const controlNo = control?.no ?? null;
  return sql`
    from evidence e where e.tenant_id = ${tenantId} and (${type}::text is null or e.type = ${type}::text)
      and (${expiresFrom}::timestamptz is null or e.expires_at >= ${expiresFrom}::timestamptz)
      and (${expiresBefore}::timestamptz is null or e.expires_at < ${expiresBefore}::timestamptz)
      and (${controlNo}::int is null or exists (
        select from evidence_controls c
        where c.tenant_id = e.tenant_id and c.evidence_id = e.id and c.control_no = ${controlNo}::int))`;
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
  filter: { control: null, type: null, expiresFrom: null, expiresBefore: null },
};

/** One page of artifacts, newest first, with their positions. */
export const evidencePage = statement({
  name: 'evidence.page',
  row: { ...COLUMNS, microseconds: 'float8' },
  text: ({ after, limit, offset, ...selection }: PageParams) => sql`
    select ${columns}, (extract(epoch from e.created_at) * 1000000)::float8 as microseconds ${selected(selection)}
      and (${after?.microseconds ?? null}::bigint is null or (e.created_at, e.id) < (
        timestamptz 'epoch' + ${after?.microseconds ?? null}::bigint * interval '1 microsecond', ${after?.id ?? null}::uuid))
    order by e.created_at desc, e.id desc limit ${limit} offset ${offset}`,
  samples: [{ ...SAMPLE, after: null, limit: 1, offset: 0 }],
});

/** Number of the artifacts that a filter selects. */
export const evidenceCount = statement({
  name: 'evidence.count',
  row: { count: 'int4' },
  text: (selection: Selection) => sql`select count(*)::int as count ${selected(selection)}`,
  samples: [SAMPLE],
});

/** An artifact of a scan whose object is already stored. */
export interface ScanArtifact {
  id: string;
  title: string;
  description: string | null;
  /** Key of the object. */
  fileReference: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  controlNos: readonly number[];
}

/** The scan that created its artifacts. */
export interface ScanOrigin {
  tenantId: string;
  scanId: string;
  /** The user who triggered it, or null. */
  createdBy: string | null;
  collectedAt: Date;
  /** Time of the decision that is based on it. */
  at: Date;
}

interface ScanArtifacts {
  origin: ScanOrigin;
  artifacts: readonly ScanArtifact[];
}

const NO_ARTIFACTS: ScanArtifacts = {
  origin: { tenantId: '', scanId: '', createdBy: null, collectedAt: new Date(0), at: new Date(0) },
  artifacts: [],
};

/** Writes the artifacts of a scan. */
export const insertArtifacts = statement({
  name: 'evidence.insert_artifacts',
  row: {},
  text: ({ origin: { tenantId, scanId, createdBy, collectedAt, at }, artifacts }: ScanArtifacts) => {
    const column = <Name extends keyof ScanArtifact>(name: Name) => artifacts.map((each) => each[name]);
    return sql`
      insert into evidence (tenant_id, type, scan_id, created_by, collected_at, created_at,
        id, title, description, file_reference, file_name, content_type, size, sha256)
      select ${tenantId}::uuid, 'auto', ${scanId}::uuid, ${createdBy}::uuid, ${collectedAt}::timestamptz, ${at}::timestamptz, *
      from unnest(
        ${column('id')}::uuid[], ${column('title')}::text[], ${column('description')}::text[],
        ${column('fileReference')}::text[], ${column('fileName')}::text[], ${column('contentType')}::text[],
        ${column('size')}::bigint[], ${column('sha256')}::text[]
      )`;
  },
  samples: [NO_ARTIFACTS],
});

/** Links the artifacts of a scan to their controls. */
export const linkArtifacts = statement({
  name: 'evidence.link_artifacts',
  row: {},
  text: ({ origin: { tenantId }, artifacts }: ScanArtifacts) => {
    const links = artifacts.flatMap(({ id, controlNos }) => controlNos.map((no) => ({ id, no })));
    return sql`
      insert into evidence_controls (tenant_id, evidence_id, control_no)
      select ${tenantId}::uuid, * from unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ no }) => no)}::int[])`;
  },
  samples: [NO_ARTIFACTS],
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
