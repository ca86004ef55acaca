import type { RawBuilder } from 'kysely';
import type { FindingStatus, Scanner, Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { timestampOf } from '../../platform/database/timestamp.rules.js';
import { FINDING_COLUMNS, findingColumns, findingJoins } from './finding-row.sql.js';
import { LAST_SEEN, NARROW, restOf, SAMPLE, scansOf, type FindingSelection } from './finding-selection.sql.js';
import type { FindingOrder, FindingPosition, FindingStream, StreamKind } from './finding-stream.rules.js';

/** Current findings of integrations by status and severity, and by check where checks are given. */
export const findingGroups = statement({
  name: 'findings.groups',
  mayBeStale: true,
  row: { integrationId: 'uuid', checkNo: 'int4', status: text<FindingStatus>(), severity: 'int2', findings: 'int4!' },
  text: ({ tenantId, integrationIds, statuses, severities, checkNos }: FindingSelection) => sql`
    select integration_id as "integrationId", ${checkNos === null ? sql`0` : sql`check_no`} as "checkNo", status, severity,
      sum(findings)::int as findings
    from finding_counts
    where tenant_id = ${tenantId} and integration_id = any(${integrationIds}::uuid[])
      and status = any(${statuses}::text[]) and severity = any(${severities}::smallint[])
      ${checkNos === null ? sql`` : sql`and check_no = any(${checkNos}::int[])`}
    group by 1, 2, 3, 4`,
  samples: [SAMPLE, NARROW],
});

/** What ties a row of `findings` to a stream, as `s`, and the columns that order it there. */
const STREAMS: Record<StreamKind, { tie: RawBuilder<unknown>; order: readonly string[] }> = {
  integration: {
    tie: sql`f.integration_id = s.integration_id`,
    order: ['first_seen_at', 'resource_no', 'check_no', 'copy_no'],
  },
  check: {
    tie: sql`f.integration_id = s.integration_id and f.check_no = s.check_no`,
    order: ['first_seen_at', 'resource_no', 'copy_no'],
  },
  resource: { tie: sql`f.resource_no = s.resource_no`, order: ['first_seen_at', 'check_no', 'copy_no'] },
};

/** Columns that order a list. */
const ORDERS: Record<FindingOrder, { columns: readonly string[]; isDescending: boolean }> = {
  severity: { columns: ['severity', 'first_seen_at', 'resource_no', 'check_no', 'copy_no'], isDescending: false },
  first_seen: { columns: ['first_seen_at', 'resource_no', 'check_no', 'copy_no'], isDescending: false },
  first_seen_desc: { columns: ['first_seen_at', 'resource_no', 'check_no', 'copy_no'], isDescending: true },
};

function orderBy(table: string, columns: readonly string[], isDescending: boolean) {
  return sql.join(columns.map((name) => sql`${sql.ref(`${table}.${name}`)} ${isDescending ? sql`desc` : sql`asc`}`));
}

/** What one page reads. */
export interface FindingPageParams extends FindingSelection {
  kind: StreamKind;
  streams: readonly FindingStream[];
  order: FindingOrder;
  /** Null for the first page. */
  after: FindingPosition | null;
  limit: number;
  offset: number;
}

/** The streams, as `s`. */
function streamRows(streams: readonly FindingStream[], isDescending: boolean) {
  const column = <T>(pick: (stream: FindingStream) => T) => streams.map(pick);
  const start = isDescending ? 'infinity' : '-infinity';
  // Moments as they are, not computed here: under row level security an index is read from a position only where nothing but
  // functions that cannot leak make it, and arithmetic is none of them.
  return sql`
    unnest(
      ${column((each) => each.integrationId)}::uuid[], ${column((each) => each.status)}::text[],
      ${column((each) => each.severity)}::smallint[], ${column((each) => each.checkNo)}::int[],
      ${column((each) => each.resourceNo)}::int[],
      ${column((each) => (each.after ? timestampOf(each.after.microseconds) : start))}::timestamptz[],
      ${column((each) => each.after?.resourceNo ?? 0)}::int[], ${column((each) => each.after?.checkNo ?? 0)}::int[],
      ${column((each) => each.after?.copyNo ?? 0)}::int[]
    ) as s (integration_id, status, severity, check_no, resource_no, after_first_seen_at, after_resource_no, after_check_no,
      after_copy_no)`;
}

const KEY = sql`f.severity, f.first_seen_at, f.resource_no, f.check_no, f.copy_no`;

/** Keys of current rows, from the streams that may have some of the page. */
function currentKeys(params: FindingPageParams) {
  const { kind, streams, order, limit, offset } = params;
  const { tie, order: columns } = STREAMS[kind];
  const { isDescending } = ORDERS[order];
  // Of a scan: what it saw, and every scan after it.
  const ofScan =
    params.scanNos === null
      ? sql``
      : sql`and f.last_seen_at is null and f.since_scan <= (
          select scan_no from ${scansOf(params)} where scans.integration_id = f.integration_id)`;
  return sql`
    select key.* from ${streamRows(streams, isDescending)}
    cross join lateral (
      select ${KEY}, null::int as since_scan from findings f
      where f.tenant_id = ${params.tenantId} and ${tie} and f.status = s.status and f.severity = s.severity
        and f.until_scan is null
        and (${sql.join(columns.map((name) => sql.ref(`f.${name}`)))}) ${isDescending ? sql`<` : sql`>`}
          (${sql.join(columns.map((name) => sql.ref(`s.after_${name}`)))})
        ${ofScan} ${restOf(params, kind === 'check')}
      order by ${orderBy('f', columns, isDescending)} limit ${limit + offset}
    ) key`;
}

/** Keys of rows that a later scan closed, of a selection as of a scan. */
function formerKeys(params: FindingPageParams) {
  const { tenantId, order, after, statuses, severities, resourceNos } = params;
  const { columns, isDescending } = ORDERS[order];
  const position = after && {
    severity: sql`${after.severity}::smallint`,
    first_seen_at: sql`timestamptz 'epoch' + ${after.microseconds}::float8 * interval '1 microsecond'`,
    resource_no: sql`${after.resourceNo}::int`,
    check_no: sql`${after.checkNo}::int`,
    copy_no: sql`${after.copyNo}::int`,
  };
  const isAfter =
    position === null
      ? sql``
      : sql`and (${sql.join(columns.map((name) => sql.ref(`f.${name}`)))}) ${isDescending ? sql`<` : sql`>`}
          (${sql.join(columns.map((name) => position[name as keyof typeof position]))})`;
  return sql`
    select ${KEY}, f.since_scan from ${scansOf(params)}
    join findings f on f.tenant_id = ${tenantId} and f.integration_id = scans.integration_id
      and f.until_scan > scans.scan_no and f.since_scan <= scans.scan_no and f.last_seen_at is null
    where f.status = any(${statuses}::text[]) and f.severity = any(${severities}::smallint[]) ${isAfter}
      ${resourceNos === null ? sql`` : sql`and f.resource_no = any(${resourceNos}::int[])`} ${restOf(params, false)}`;
}

const PAGE = { streams: [], after: null, limit: 1, offset: 0 };
const LATER = { ...PAGE, after: { severity: 0, microseconds: 0, resourceNo: 1, checkNo: 1, copyNo: 0 } };

/** One page of findings in order. Each stream is read from its position on, and no further than a page. */
export const findingPage = statement({
  name: 'findings.page',
  mayBeStale: true,
  row: FINDING_COLUMNS,
  text: (params: FindingPageParams) => {
    const { tenantId, order, limit, offset, scanNos } = params;
    const { columns, isDescending } = ORDERS[order];
    return sql`
      with keys as (
        ${currentKeys(params)}
        ${scanNos === null ? sql`` : sql`union all ${formerKeys(params)}`}
      ),
      page as (select * from keys p order by ${orderBy('p', columns, isDescending)} limit ${limit} offset ${offset})
      select ${findingColumns} from page p
      join findings f on f.tenant_id = ${tenantId} and f.resource_no = p.resource_no and f.check_no = p.check_no
        and f.copy_no = p.copy_no
        and case when p.since_scan is null then f.until_scan is null else f.since_scan = p.since_scan end
      ${findingJoins}
      order by ${orderBy('p', columns, isDescending)}`;
  },
  samples: [
    { ...SAMPLE, ...PAGE, kind: 'integration', order: 'severity' },
    { ...SAMPLE, ...LATER, kind: 'check', order: 'first_seen' },
    { ...NARROW, ...LATER, kind: 'resource', order: 'first_seen_desc' },
    { ...NARROW, ...LATER, kind: 'integration', order: 'severity' },
    { ...NARROW, ...PAGE, kind: 'check', order: 'first_seen_desc' },
    { ...LAST_SEEN, ...PAGE, kind: 'integration', order: 'severity' },
  ],
});

/** The findings of a selection, as `f`, current ones or as of a scan: reads them all. */
function held(selection: FindingSelection) {
  const { tenantId, integrationIds, scanNos, statuses, severities, resourceNos } = selection;
  const holds =
    scanNos === null
      ? sql`f.until_scan is null`
      : sql`f.last_seen_at is null and f.since_scan <= scans.scan_no
          and (f.until_scan is null or f.until_scan > scans.scan_no)`;
  const integrations =
    scanNos === null ? sql`unnest(${integrationIds}::uuid[]) as scans (integration_id)` : scansOf(selection);
  return sql`
    from ${integrations}
    join findings f on f.tenant_id = ${tenantId} and f.integration_id = scans.integration_id and ${holds}
    where f.status = any(${statuses}::text[]) and f.severity = any(${severities}::smallint[])
      ${resourceNos === null ? sql`` : sql`and f.resource_no = any(${resourceNos}::int[])`} ${restOf(selection, false)}`;
}

/** Number of the findings of a selection. */
export const findingCount = statement({
  name: 'findings.count',
  mayBeStale: true,
  row: { count: 'int4!' },
  text: (selection: FindingSelection) => sql`select count(*)::int as count ${held(selection)}`,
  samples: [SAMPLE, NARROW, LAST_SEEN],
});

/** Findings of a selection by integration, check, status and severity. */
export const heldFindingGroups = statement({
  name: 'findings.held_groups',
  row: { integrationId: 'uuid', checkNo: 'int4', status: text<FindingStatus>(), severity: 'int2', findings: 'int4!' },
  text: (selection: FindingSelection) => sql`
    select f.integration_id as "integrationId", f.check_no as "checkNo", f.status, f.severity, count(*)::int as findings
    ${held(selection)} group by 1, 2, 3, 4`,
  samples: [SAMPLE, NARROW],
});

/** Number of a completed scan in each of its integrations, and whether everything that it found is stored. */
export const scanMarks = statement({
  name: 'findings.scan_marks',
  row: { integrationId: 'uuid', scanNo: 'int4', findings: 'int4', isWhole: 'bool' },
  text: ({ tenantId, scanId }: { tenantId: string; scanId: string }) => sql`
    select integration_id as "integrationId", scan_no as "scanNo", findings, is_whole as "isWhole" from finding_scans
    where tenant_id = ${tenantId} and scan_id = ${scanId}`,
  samples: [{ tenantId: '', scanId: '' }],
});

/** Every rule of which a finding was stored. */
export const findingRules = statement({
  name: 'findings.rules',
  row: {
    checkNo: 'int4',
    scanner: text<Scanner>(),
    ruleId: 'text',
    title: 'text',
    severity: text<Severity>(),
    controlNos: 'int4[]',
  },
  text: ({ tenantId }: { tenantId: string }) => sql`
    select check_no as "checkNo", scanner, rule_id as "ruleId", title, severity, control_nos as "controlNos"
    from finding_checks where tenant_id = ${tenantId}`,
  samples: [{ tenantId: '' }],
});
