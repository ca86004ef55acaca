import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { partReference, readReference, type ByteRange } from '../../platform/storage/object-reference.rules.js';
import type { Control } from '../catalogue/catalogue.js';
import {
  ARTIFACT,
  artifactColumns,
  isCurrentAmongMany,
  isCurrentVersion,
  joinArtifact,
  joinNoPart,
  joinPart,
} from './artifact-row.sql.js';
import type { EvidenceFilter } from './evidence.read.js';

/** Where artifacts are, as `e`, with their parts, as `part`: by their ids, or by those of parts. */
const withIds = (tenantId: string, ids: readonly string[]) => sql`
  unnest(${ids}::uuid[]) as wanted (id)
  ${joinArtifact(sql`${tenantId}`, sql`wanted.id`)}
  where e.id is not null`;

/** Artifacts by their ids. */
export const artifactsById = statement({
  name: 'evidence.artifacts_by_id',
  row: ARTIFACT,
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select ${artifactColumns} from ${withIds(tenantId, ids)}`,
  samples: [{ tenantId: '', ids: [] }],
});

/** Those of `ids` that are artifacts, locked against removal until the transaction ends. */
export const citedArtifacts = statement({
  name: 'evidence.cited_artifacts',
  row: { id: 'uuid!', isWithdrawn: 'bool!' },
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select wanted.id, exists (
        select from evidence_withdrawals w where w.tenant_id = e.tenant_id and w.evidence_id = e.id) as "isWithdrawn"
    from unnest(${ids}::uuid[]) as wanted (id)
    left join evidence_controls part on part.tenant_id = ${tenantId} and part.part_id = wanted.id
    cross join lateral (select coalesce(part.evidence_id, wanted.id) as id offset 0) found
    join evidence e on e.tenant_id = ${tenantId} and e.id = found.id
    order by e.id for key share of e`,
  samples: [{ tenantId: '', ids: [] }],
});

/** The newest artifacts of each control of `nos`. */
export const artifactsOfControls = statement({
  name: 'evidence.artifacts_of_controls',
  row: { controlNo: 'int4!', ...ARTIFACT },
  text: ({ tenantId, nos, artifactsMax }: { tenantId: string; nos: readonly number[]; artifactsMax: number }) => sql`
    select wanted.no as "controlNo", linked.*
    from unnest(${nos}::int[]) as wanted (no)
    cross join lateral (${newestOfControl({ tenantId, controlNo: sql`wanted.no`, limit: artifactsMax })}) newest
    cross join lateral (
      select ${artifactColumns} from evidence e ${joinPart(sql`wanted.no`)} where e.tenant_id = ${tenantId} and e.id = newest.id
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

/** Artifacts that a filter selects. */
export interface Selection {
  tenantId: string;
  filter: Omit<EvidenceFilter, 'control'> & { control: Pick<Control, 'no'> | null };
}

/**
 * `from` and `where` of artifacts `e` that a filter selects.
 * @param isCurrent how versions that newer ones replace are left out
 */
export function selected({ tenantId, filter }: Selection, isCurrent = isCurrentAmongMany) {
  const { control, type, fileReference, expiresFrom, expiresBefore, integrationIds } = filter;
  const hasWindow = expiresFrom !== null || expiresBefore !== null;
  return sql`
    from evidence e where e.tenant_id = ${tenantId}
      ${type === null ? sql`` : sql`and e.type = ${sql.lit(type)}`} ${hasWindow ? sql`and e.expires_at is not null` : sql``}
      and (${expiresFrom}::timestamptz is null or e.expires_at >= ${expiresFrom}::timestamptz)
      and (${expiresBefore}::timestamptz is null or e.expires_at < ${expiresBefore}::timestamptz)
      ${fileReference === null ? sql`` : sql`and e.file_reference collate "C" = ${readReference(fileReference).key}`}
      ${isEveryVersion(filter) ? sql`` : sql`and ${isCurrent(tenantId, 'e.id')}`}
      ${integrationIds === null ? sql`` : sql`and ${isOfScansOf(tenantId, integrationIds)}`}
      ${isLinked(control, fileReference)}`;
}

/** Whether a filter selects versions that newer ones replace, too: those of scans have none, and a file is named exactly. */
export function isEveryVersion({ type, fileReference, allVersions }: Selection['filter']) {
  return allVersions || type === 'auto' || fileReference !== null;
}

/** Condition that an artifact is of a scan of exactly these integrations; of none where the scan was removed. */
function isOfScansOf(tenantId: string, integrationIds: readonly string[]) {
  if (integrationIds.length === 0) {
    return sql`e.type = 'auto' and not exists (select from scans s where s.tenant_id = ${tenantId} and s.id = e.scan_id)`;
  }
  return sql`e.scan_id in (
    select s.id from scans s where s.tenant_id = ${tenantId}
      and s.integration_ids @> ${integrationIds}::uuid[] and s.integration_ids <@ ${integrationIds}::uuid[])`;
}

/** Condition on the links of an artifact: to the control, and by the part that is referred to, or by none where all of a file is. */
function isLinked(control: Pick<Control, 'no'> | null, fileReference: string | null) {
  const { range } = readReference(fileReference ?? '');
  if (control === null && range === null) return sql``;
  return sql`and exists (
    select from evidence_controls c
    where c.tenant_id = e.tenant_id and c.evidence_id = e.id
      ${control === null ? sql`` : sql`and c.control_no = ${control.no}::int`}
      ${range !== null ? sql`and ${isPart(range)}` : fileReference === null ? sql`` : sql`and c.part_id is null`})`;
}

const isPart = ({ start, end }: ByteRange) =>
  sql`c.part_offset = ${start}::bigint and c.part_size = ${end - start + 1}::bigint`;

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

const NOBODY = '00000000-0000-0000-0000-000000000000';

const SAMPLE: Selection = {
  tenantId: '',
  filter: {
    ...{ control: null, type: null, fileReference: null, expiresFrom: null, expiresBefore: null },
    ...{ integrationIds: null, allVersions: false },
  },
};

/** One page of artifacts, newest first, with their positions: of a control, or where one is referred to, their parts. */
export const evidencePage = statement({
  name: 'evidence.page',
  row: { ...ARTIFACT, microseconds: 'float8', placeId: 'uuid' },
  text: (params: PageParams) => sql`
    select ${artifactColumns}, (extract(epoch from e.created_at) * 1000000)::float8 as microseconds, e.id as "placeId"
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
    ...[[], [NOBODY]].map((integrationIds) => ({
      ...SAMPLE,
      filter: { ...SAMPLE.filter, control: { no: 1 }, integrationIds, allVersions: true },
      ...{ after: null, limit: 1, offset: 0 },
    })),
    {
      ...SAMPLE,
      filter: { ...SAMPLE.filter, fileReference: partReference('a', { start: 0, end: 1 }) },
      after: null,
      limit: 1,
      offset: 0,
    },
  ],
});

/** The page's artifacts as `e` and `part`. Of a control, or where some are passed over, their ids first: the others are then read in an index alone. */
function artifactsOfPage({ after, limit, offset, ...selection }: PageParams) {
  const { tenantId, filter } = selection;
  const { control, type, fileReference, expiresFrom, expiresBefore, integrationIds, allVersions } = filter;
  const part = partOfPage(filter);
  const byId = (ids: ReturnType<typeof sql>) => sql`
    (${ids}) place cross join lateral (select * from evidence where tenant_id = ${tenantId} and id = place.id offset 0) e ${part}`;
  const hasWindow = expiresFrom !== null || expiresBefore !== null;
  if (control !== null && fileReference === null && integrationIds === null && !hasWindow) {
    const controlNo = sql`${control.no}::int`;
    return byId(newestOfControl({ tenantId, controlNo, type, after, limit, offset, allVersions }));
  }
  const page = (found: ReturnType<typeof sql>) => sql`
    select ${found} ${selected(selection, hasWindow ? isCurrentAmongMany : isCurrentVersion)} and ${isAfter('e.id', after)}
    order by e.created_at desc, e.id desc limit ${limit} offset ${offset}`;
  return offset === 0 && !hasWindow ? sql`(${page(sql`e.*`)}) e ${part}` : byId(page(sql`e.id`));
}

/** Join of the part of each artifact that a filter selects. */
function partOfPage({ control, fileReference }: Selection['filter']) {
  const { range } = readReference(fileReference ?? '');
  if (range !== null) {
    return sql`left join evidence_controls part on part.tenant_id = e.tenant_id and part.evidence_id = e.id
      and part.part_offset = ${range.start}::bigint and part.part_id is not null`;
  }
  return control === null ? joinNoPart : joinPart(sql`${control.no}::int`);
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
  /** Whether versions that newer ones replace are among them. @default false */
  allVersions?: boolean;
}

/** Creation time and id of the newest artifacts of a control, in order: those of each type, of which an index has them in order, merged. */
function newestOfControl(wanted: NewestOfControl) {
  const { tenantId, controlNo, type = null, after = null, limit, offset = 0, allVersions = false } = wanted;
  const ofType = (each: 'auto' | 'manual') => sql`(
    select created_at, evidence_id as id from evidence_controls
    where tenant_id = ${tenantId} and control_no = ${controlNo} and type = ${sql.lit(each)} and ${isAfter('evidence_id', after)}
      ${allVersions || each === 'auto' ? sql`` : sql`and ${isCurrentVersion(tenantId, 'evidence_controls.evidence_id')}`}
    order by created_at desc, evidence_id desc limit ${limit}::int + ${offset}::int)`;
  return sql`
    select created_at, id from (${type === null ? sql`${ofType('auto')} union all ${ofType('manual')}` : ofType(type)}) merged
    order by created_at desc, id desc limit ${limit} offset ${offset}`;
}

/** Whether the row with the id in that column and `created_at` comes after a position. */
export function isAfter(id: string, after: EvidencePosition | null) {
  if (after === null) return sql`true`;
  return sql`(created_at, ${sql.ref(id)}) < (
    timestamptz 'epoch' + ${after.microseconds}::bigint * interval '1 microsecond', ${after.id}::uuid)`;
}

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
