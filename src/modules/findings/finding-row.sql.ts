import { FINDING_STATUSES, type FindingStatus, type Scanner, type Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text, type RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Numbers } from './numbered-id.rules.js';

export const FINDING_COLUMNS = {
  integrationId: 'uuid',
  resourceNo: 'int4',
  checkNo: 'int4',
  copyNo: 'int4',
  status: text<FindingStatus>(),
  // Position in the list of severities.
  severity: 'int2',
  summary: 'text',
  firstSeenAt: 'timestamptz',
  // Of the same moment, since the epoch.
  microseconds: 'float8',
  lastSeenAt: 'timestamptz?',
  isCurrent: 'bool',
  // Whether no scan since could decide it.
  isOnHold: 'bool!',
  resourceId: 'text',
  account: 'text',
  name: 'text?',
  type: 'text?',
  region: 'text?',
  resourceFirstSeenAt: 'timestamptz',
  scanner: text<Scanner>(),
  ruleId: 'text',
  title: 'text',
  ruleSeverity: text<Severity>(),
  // Of a rule that is not known.
  controlNos: 'int4[]',
} as const;

/** A finding with its resource and the rule behind it. */
export type FindingRow = RowOf<typeof FINDING_COLUMNS>;

/** When a row of `findings`, as `f`, was last seen: by the last scan in which it held, unless that could not look. */
export const lastSeenAt = sql`
  coalesce(f.last_seen_at, (
    select s.seen_at from finding_scans s
    where s.tenant_id = f.tenant_id and s.integration_id = f.integration_id
      and (f.until_scan is null or s.scan_no < f.until_scan)
    order by s.scan_no desc limit 1))`;

/** Whether a row of `findings`, as `f`, holds, and no scan since it was last seen could decide it. */
export const isOnHold = sql`(f.until_scan is null and f.last_seen_at is not null)`;

/** Columns of a row of `findings` as `f`, with its resource as `r` and its rule as `k`. */
export const findingColumns = sql`
  f.integration_id as "integrationId", f.resource_no as "resourceNo", f.check_no as "checkNo", f.copy_no as "copyNo", f.status,
  f.severity, f.summary, f.first_seen_at as "firstSeenAt",
  (extract(epoch from f.first_seen_at) * 1000000)::float8 as microseconds,
  ${lastSeenAt} as "lastSeenAt",
  f.until_scan is null as "isCurrent", ${isOnHold} as "isOnHold", r.resource_id as "resourceId", r.account, r.name, r.type, r.region,
  r.first_seen_at as "resourceFirstSeenAt", k.scanner, k.rule_id as "ruleId", k.title, k.severity as "ruleSeverity",
  k.control_nos as "controlNos"`;

/** Joins of `findingColumns`. */
export const findingJoins = sql`
  join resources r on r.tenant_id = f.tenant_id and r.resource_no = f.resource_no
  join finding_checks k on k.tenant_id = f.tenant_id and k.check_no = f.check_no`;

/** The last row of each of some findings: as it is now, else as it was. In no order. */
export const findingsByNumbers = statement({
  name: 'findings.by_numbers',
  row: FINDING_COLUMNS,
  text: ({ tenantId, numbers }: { tenantId: string; numbers: readonly Numbers[] }) => sql`
    select ${findingColumns} from unnest(
      ${numbers.map(({ resourceNo }) => resourceNo)}::int[], ${numbers.map(({ checkNo }) => checkNo)}::int[],
      ${numbers.map(({ copyNo }) => copyNo)}::int[]) as wanted (resource_no, check_no, copy_no)
    cross join lateral (
      select own.* from findings own
      where own.tenant_id = ${tenantId} and own.resource_no = wanted.resource_no and own.check_no = wanted.check_no
        and own.copy_no = wanted.copy_no
      order by own.since_scan desc limit 1
    ) f
    ${findingJoins}`,
  samples: [{ tenantId: '', numbers: [] }],
});

/** The first `first` current findings of resources: what fails first, the worst first. */
export const firstFindings = statement({
  name: 'findings.first_of_resources',
  row: FINDING_COLUMNS,
  text: ({ tenantId, nos, first }: { tenantId: string; nos: readonly number[]; first: number }) => sql`
    select ${findingColumns} from unnest(${nos}::int[]) as wanted (resource_no)
    cross join lateral (
      select own.*, row_number() over (order by array_position(${FINDING_STATUSES}::text[], own.status), own.severity,
        own.first_seen_at, own.check_no, own.copy_no) as place
      from findings own
      where own.tenant_id = ${tenantId} and own.resource_no = wanted.resource_no and own.until_scan is null
      order by place limit ${first}
    ) f
    ${findingJoins}
    order by f.resource_no, f.place`,
  samples: [{ tenantId: '', nos: [], first: 1 }],
});

/** The exception in force that accepts each of some failing findings: of several the one that ends last. */
export const acceptingExceptions = statement({
  name: 'findings.accepting_exceptions',
  row: { resourceNo: 'int4', checkNo: 'int4', exceptionId: 'uuid' },
  text: ({ tenantId, resourceNos, checkNos }: { tenantId: string; resourceNos: number[]; checkNos: number[] }) => sql`
    select distinct on (r.resource_no, k.check_no) r.resource_no as "resourceNo", k.check_no as "checkNo", e.id as "exceptionId"
    from unnest(${resourceNos}::int[], ${checkNos}::int[]) as wanted (resource_no, check_no)
    join resources r on r.tenant_id = ${tenantId} and r.resource_no = wanted.resource_no
    join finding_checks k on k.tenant_id = ${tenantId} and k.check_no = wanted.check_no
    join exception_resources x on x.tenant_id = ${tenantId} and x.integration_id = r.integration_id
      and x.resource_key = r.resource_key and x.covered_at is not null
    join exceptions e on e.tenant_id = ${tenantId} and e.id = x.exception_id and e.status = 'approved'
      and e.scanner = k.scanner and e.rule_id = k.rule_id
    order by r.resource_no, k.check_no, e.expires_on desc, e.id`,
  samples: [{ tenantId: '', resourceNos: [], checkNos: [] }],
});

/** Whether an exception in force accepts a row of `findings`, as `f`. */
export const isAccepted = sql`(f.status = 'fail' and exists (
  select from resources ar
  join finding_checks ak on ak.tenant_id = f.tenant_id and ak.check_no = f.check_no
  join exception_resources x on x.tenant_id = f.tenant_id and x.integration_id = ar.integration_id
    and x.resource_key = ar.resource_key and x.covered_at is not null
  join exceptions e on e.tenant_id = f.tenant_id and e.id = x.exception_id and e.status = 'approved'
    and e.scanner = ak.scanner and e.rule_id = ak.rule_id
  where ar.tenant_id = f.tenant_id and ar.resource_no = f.resource_no))`;

/** `isAccepted`, where the row of `resources` that it is on is at hand as `r` and need not be read again. */
export const isAcceptedOnResource = sql`(f.status = 'fail' and exists (
  select from finding_checks ak
  join exception_resources x on x.tenant_id = f.tenant_id and x.integration_id = r.integration_id
    and x.resource_key = r.resource_key and x.covered_at is not null
  join exceptions e on e.tenant_id = f.tenant_id and e.id = x.exception_id and e.status = 'approved'
    and e.scanner = ak.scanner and e.rule_id = ak.rule_id
  where ak.tenant_id = f.tenant_id and ak.check_no = f.check_no))`;
