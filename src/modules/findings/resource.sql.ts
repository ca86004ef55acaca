import { sql } from '../../platform/database/database.js';
import type { RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { isAccepted, isAcceptedOnResource } from './finding-row.sql.js';
import { ANY_RESOURCE, meets, type ResourceCondition } from './resource-condition.sql.js';

const RESOURCE_COLUMNS = {
  resourceNo: 'int4',
  integrationId: 'uuid',
  resourceId: 'text',
  account: 'text',
  name: 'text?',
  type: 'text?',
  region: 'text?',
  firstSeenAt: 'timestamptz',
} as const;

/** A resource of a finding. */
export type ResourceRow = RowOf<typeof RESOURCE_COLUMNS>;

const columns = sql`
  r.resource_no as "resourceNo", r.integration_id as "integrationId", r.resource_id as "resourceId", r.account, r.name, r.type,
  r.region, r.first_seen_at as "firstSeenAt"`;

/** Some resources by their numbers, in no order. */
export const resourcesByNumbers = statement({
  name: 'findings.resources_by_numbers',
  row: RESOURCE_COLUMNS,
  text: ({ tenantId, nos }: { tenantId: string; nos: readonly number[] }) => sql`
    select ${columns} from resources r where r.tenant_id = ${tenantId} and r.resource_no = any(${nos}::int[])`,
  samples: [{ tenantId: '', nos: [] }],
});

/** The resources that exceptions of single resources name, each with its exception. */
export const resourcesOfExceptions = statement({
  name: 'findings.resources_of_exceptions',
  row: { ...RESOURCE_COLUMNS, exceptionId: 'uuid' },
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select ${columns}, x.exception_id as "exceptionId" from exceptions e
    join exception_resources x on x.tenant_id = ${tenantId} and x.exception_id = e.id
    join resources r on r.tenant_id = ${tenantId} and r.integration_id = x.integration_id and r.resource_key = x.resource_key
    where e.tenant_id = ${tenantId} and e.id = any(${ids}::uuid[]) and not e.is_pattern and r.resource_id <> ''
    order by r.resource_no desc`,
  samples: [{ tenantId: '', ids: [] }],
});

/** Ids of the integrations that are not disconnected. Read once, before the rows that are compared with them. */
function connected(tenantId: string) {
  return sql`array(select i.id from integrations i where i.tenant_id = ${tenantId} and i.status <> 'disconnected')`;
}

/** Which resources that have a current finding. */
export interface ResourceSelection {
  tenantId: string;
  /** Null for every one that is connected. */
  integrationId: string | null;
  condition: ResourceCondition;
  /** True for those on which something fails that no exception accepts, false for the others; null for all. */
  isFailing: boolean | null;
  /** Positions in the list of severities, of which one is the worst that fails on it and no exception accepts; null for any. */
  worst: readonly number[] | null;
}

/** Of a row of `resources`, as `r`: what is current on it. */
const current = sql`f.tenant_id = r.tenant_id and f.resource_no = r.resource_no and f.until_scan is null`;

/** Of a row of `resources`, as `r`: the worst severity of what fails on it and no exception accepts. */
const worstSeverity = sql`(
  select f.severity from findings f where ${current} and f.status = 'fail' and not ${isAcceptedOnResource}
  order by f.severity limit 1)`;

const passes = sql`exists (select from findings f where ${current} and f.status = 'pass' offset 0)`;

/**
 * The conditions of a selection. A finding without a resource is on the integration, which is none. What is asked of each resource is read by its
 * number (`offset 0`): as a join it would be read in an order that statistics decide (docs/adr/0056-reads-without-statistics.md).
 */
function selected({ tenantId, integrationId, condition, isFailing, worst }: ResourceSelection) {
  // Not by r.failing: a process of an earlier release does not count.
  const fails = sql`exists (
    select from findings f where ${current} and f.status = 'fail' and not ${isAcceptedOnResource} offset 0)`;
  const asked =
    isFailing === null
      ? sql`exists (select from findings f where ${current} offset 0)`
      : isFailing
        ? fails
        : sql`${passes} and not ${fails}`;
  return sql`r.tenant_id = ${tenantId} and r.integration_id = any(${connected(tenantId)}) and r.resource_id <> ''
    ${integrationId === null ? sql`` : sql`and r.integration_id = ${integrationId}`} and ${meets(condition)} and ${asked}
    ${worst === null ? sql`` : sql`and ${worstSeverity} = any(${worst}::smallint[])`}`;
}

const SAMPLE: ResourceSelection = {
  tenantId: '',
  integrationId: null,
  condition: ANY_RESOURCE,
  isFailing: null,
  worst: null,
};

export const RESOURCE_ORDERS = ['first_seen', 'failing', 'worst'] as const;
export type ResourceOrder = (typeof RESOURCE_ORDERS)[number];

/** Place of a resource in a list, whatever the order of that is. */
export interface ResourcePosition {
  /** Number of current findings that fail, accepted ones among them. */
  failing: number;
  /** Position of its worst severity in the list of severities, `NONE_FAILS` where nothing fails that no exception accepts. */
  worst: number;
  resourceNo: number;
}

/** After every position in the list of severities. */
const NONE_FAILS = 99;

interface ResourcePage extends ResourceSelection {
  order: ResourceOrder;
  after: ResourcePosition | null;
  limit: number;
  offset: number;
}

/**
 * The resources `r` of a page, in order. By what fails, those after a resource are the rest of those on which as much fails, and then those on
 * which less does: each by itself, or an index would be read through all on which as much fails.
 */
function resourcesOfPage({ order, after, limit, offset, ...selection }: ResourcePage) {
  const placed = sql`order by ${order === 'failing' ? sql`r.failing desc, ` : sql``}r.resource_no`;
  const some = (condition: ReturnType<typeof sql>) =>
    sql`select r.* from resources r where ${selected(selection)} ${condition} ${placed}`;
  if (after === null) return sql`(${some(sql``)} limit ${limit} offset ${offset}) r ${placed}`;
  if (order === 'first_seen') {
    return sql`(${some(sql`and r.resource_no > ${after.resourceNo}`)} limit ${limit} offset ${offset}) r ${placed}`;
  }
  const asFar = sql`limit ${limit}::int + ${offset}::int`;
  return sql`(
    select * from (
      (${some(sql`and r.failing = ${after.failing} and r.resource_no > ${after.resourceNo}`)} ${asFar})
      union all (${some(sql`and r.failing < ${after.failing}`)} ${asFar})
    ) r ${placed} limit ${limit} offset ${offset}) r ${placed}`;
}

/** The resources `r` of a page with what fails worst first: of each is computed what that is, as no index has what exceptions accept today. */
function resourcesByWorst(page: ResourcePage) {
  const { after, limit, offset } = page;
  const place = (failing: ReturnType<typeof sql>) => sql`r.worst, ${failing}, r.resource_no`;
  return sql`(
    select * from (
      select r.*, coalesce(${worstSeverity}, ${NONE_FAILS}::int)::int as worst from resources r where ${selected(page)}
    ) r
    ${after === null ? sql`` : sql`where (${place(sql`-r.failing`)}) > (${after.worst}::int, -${after.failing}::int, ${after.resourceNo}::int)`}
    order by ${place(sql`r.failing desc`)} limit ${limit} offset ${offset}) r order by ${place(sql`r.failing desc`)}`;
}

const FIRST = { failing: 0, worst: 0, resourceNo: 0 };
const PAGE_SAMPLE: ResourcePage = { ...SAMPLE, order: 'first_seen', after: FIRST, limit: 1, offset: 0 };

/** One page of resources, in the order in which they were seen first, by how much fails on them or by the worst of it. */
export const resourcePage = statement({
  name: 'findings.resource_page',
  // The worst is computed for the order by it, and is zero in the others.
  row: { ...RESOURCE_COLUMNS, failing: 'int4', worst: 'int4!' },
  text: (page: ResourcePage) =>
    page.order === 'worst'
      ? sql`select ${columns}, r.failing, r.worst from ${resourcesByWorst(page)}`
      : sql`select ${columns}, r.failing, 0 as worst from ${resourcesOfPage(page)}`,
  samples: [
    { ...PAGE_SAMPLE, after: null },
    PAGE_SAMPLE,
    { ...PAGE_SAMPLE, isFailing: true },
    { ...PAGE_SAMPLE, isFailing: false },
    { ...PAGE_SAMPLE, order: 'failing' },
    { ...PAGE_SAMPLE, order: 'failing', isFailing: true },
    { ...PAGE_SAMPLE, order: 'failing', isFailing: false, after: null },
    { ...PAGE_SAMPLE, order: 'failing', worst: [] },
    { ...PAGE_SAMPLE, order: 'worst', after: null },
    { ...PAGE_SAMPLE, order: 'worst', isFailing: true },
  ],
});

/** Number of the resources of a selection. */
export const resourceCount = statement({
  name: 'findings.resource_count',
  row: { count: 'int4!' },
  text: (selection: ResourceSelection) =>
    sql`select count(*)::int as count from resources r where ${selected(selection)}`,
  samples: [SAMPLE, { ...SAMPLE, integrationId: '' }],
});

/** Resources of a selection by everything that they are counted by. */
export const resourceGroups = statement({
  name: 'findings.resource_groups',
  mayBeStale: true,
  row: {
    integrationId: 'uuid',
    type: 'text?',
    account: 'text',
    region: 'text?',
    // Position in the list of severities; null where nothing fails that no exception accepts.
    worst: 'int2?',
    passes: 'bool!',
    resources: 'int4!',
  },
  text: (selection: ResourceSelection) => sql`
    select integration_id as "integrationId", type, account, region, worst, passes, count(*)::int as resources
    from (
      select r.integration_id, r.type, r.account, r.region, ${worstSeverity} as worst, ${passes} as passes
      from resources r where ${selected(selection)}
    ) resource
    group by 1, 2, 3, 4, 5, 6`,
  samples: [SAMPLE],
});

/** When resources were seen last: null where retention dropped every scan that did. */
export const lastSeen = statement({
  name: 'findings.last_seen',
  row: { resourceNo: 'int4', lastSeenAt: 'timestamptz?' },
  text: ({ tenantId, nos }: { tenantId: string; nos: readonly number[] }) => sql`
    select r.resource_no as "resourceNo", coalesce(
      (select s.seen_at from finding_scans s
        where s.tenant_id = r.tenant_id and s.integration_id = r.integration_id and exists (
          select from findings f where f.tenant_id = r.tenant_id and f.resource_no = r.resource_no and f.until_scan is null
            and f.last_seen_at is null)
        order by s.scan_no desc limit 1),
      (select max(f.last_seen_at) from findings f
        where f.tenant_id = r.tenant_id and f.resource_no = r.resource_no and f.until_scan is null),
      (select s.seen_at from finding_scans s
        where s.tenant_id = r.tenant_id and s.integration_id = r.integration_id and s.scan_no < (
          select max(f.until_scan) from findings f where f.tenant_id = r.tenant_id and f.resource_no = r.resource_no)
        order by s.scan_no desc limit 1)
    ) as "lastSeenAt"
    from resources r where r.tenant_id = ${tenantId} and r.resource_no = any(${nos}::int[])`,
  samples: [{ tenantId: '', nos: [] }],
});

/** What current findings say of resources of connected integrations. */
export const resourceVerdicts = statement({
  name: 'findings.resource_verdicts',
  row: {
    resourceNo: 'int4',
    failing: 'int4!',
    accepted: 'int4!',
    passing: 'int4!',
    total: 'int4!',
    // Position in the list of severities.
    worst: 'int2?',
    /** Numbers of the checks. */
    checks: 'int4[]!',
    /** Of those that fail and are not accepted. */
    failingChecks: 'int4[]!',
  },
  text: ({ tenantId, nos }: { tenantId: string; nos: readonly number[] }) => sql`
    select resource_no as "resourceNo", (count(*) filter (where status = 'fail' and not is_accepted))::int as failing,
      (count(*) filter (where is_accepted))::int as accepted, (count(*) filter (where status = 'pass'))::int as passing,
      count(*)::int as total, min(severity) filter (where status = 'fail' and not is_accepted) as worst,
      array_agg(distinct check_no) as checks,
      coalesce(array_agg(distinct check_no) filter (where status = 'fail' and not is_accepted), '{}') as "failingChecks"
    from (
      select f.resource_no, f.check_no, f.status, f.severity, ${isAccepted} as is_accepted from findings f
      where f.tenant_id = ${tenantId} and f.resource_no = any(${nos}::int[]) and f.until_scan is null
        and f.integration_id = any(${connected(tenantId)})
    ) verdict
    group by resource_no`,
  samples: [{ tenantId: '', nos: [] }],
});
