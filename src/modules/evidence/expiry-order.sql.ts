import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { ARTIFACT, artifactColumns, isCurrentVersion, joinNoPart, joinPart } from './artifact-row.sql.js';
import { isAfter, selected, type EvidencePosition, type Selection } from './evidence.sql.js';

/** Position of an upload in the order of expiry, as in its cursor. */
export interface ExpiryPosition extends EvidencePosition {
  /** RFC 3339 with microseconds; empty of what never expires. */
  expiresAt: string;
}

interface PageParams extends Selection {
  after: ExpiryPosition | null;
  limit: number;
  offset: number;
}

const SAMPLE: PageParams = {
  tenantId: '',
  filter: {
    ...{ control: null, type: 'manual', fileReference: null, expiresFrom: null, expiresBefore: null },
    ...{ integrationIds: null, allVersions: false },
  },
  ...{ after: null, limit: 1, offset: 0 },
};
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** One page of uploads with their positions: what expires first is first, then what never expires; of the same moment the newest first. */
export const uploadsByExpiry = statement({
  name: 'evidence.uploads_by_expiry',
  row: { ...ARTIFACT, expiry: 'text', microseconds: 'float8', placeId: 'uuid' },
  text: (params: PageParams) => sql`
    select ${artifactColumns}, (extract(epoch from e.created_at) * 1000000)::float8 as microseconds, e.id as "placeId",
      coalesce(to_char(e.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '') as expiry
    from (${idsOfPage(params)}) place
    cross join lateral (select * from evidence where tenant_id = ${params.tenantId} and id = place.id offset 0) e
    ${params.filter.control === null ? joinNoPart : joinPart(sql`${params.filter.control.no}::int`)}
    order by e.expires_at, e.created_at desc, e.id desc`,
  samples: [
    SAMPLE,
    { ...SAMPLE, after: { expiresAt: '', microseconds: 0, id: NOBODY } },
    {
      ...SAMPLE,
      filter: { ...SAMPLE.filter, control: { no: 1 } },
      after: { expiresAt: '2026-01-01', microseconds: 0, id: NOBODY },
    },
  ],
});

/**
 * Ids of the page, in order. After an upload these are the rest of those that expire with it, then what expires later, then what never does:
 * each is a range of the index.
 */
function idsOfPage({ after, limit, offset, ...selection }: PageParams) {
  const order = sql`order by expires_at, created_at desc, id desc`;
  const some = (condition: ReturnType<typeof sql>) => sql`(
    select e.expires_at, e.created_at, e.id ${selected(selection, isCurrentVersion)} and e.type = 'manual' and ${condition}
    ${order} limit ${limit}::int + ${offset}::int)`;
  const page = (found: ReturnType<typeof sql>) =>
    sql`select id from (${found}) found ${order} limit ${limit} offset ${offset}`;
  if (after === null) return page(some(sql`true`));
  const rest = isAfter('e.id', after);
  if (after.expiresAt === '') return page(some(sql`e.expires_at is null and ${rest}`));
  const at = sql`${after.expiresAt}::timestamptz`;
  return page(sql`
    ${some(sql`e.expires_at = ${at} and ${rest}`)}
    union all ${some(sql`e.expires_at > ${at}`)}
    union all ${some(sql`e.expires_at is null`)}`);
}
