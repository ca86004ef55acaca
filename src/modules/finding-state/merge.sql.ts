import { FINDING_STATUSES } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

interface MergedScan {
  scan: { id: string; tenantId: string };
  integrationId: string;
}

const SAMPLE: MergedScan = { scan: { id: '', tenantId: '' }, integrationId: '' };

/**
 * Gives a completed scan its number among those of an integration.
 * @returns it, when the scan before it completed, and whether that one counted what fails on each resource, as those of earlier releases do not
 */
export const numberScan = statement({
  name: 'finding_state.number_scan',
  row: { scanNo: 'int4', previousAt: 'timestamptz?', isCounted: 'bool!' },
  text: ({ scan, integrationId, findings, at }: MergedScan & { findings: number; at: Date }) => sql`
    with last as (
      select scan_no, seen_at, counts_failing from finding_scans
      where tenant_id = ${scan.tenantId} and integration_id = ${integrationId} order by scan_no desc limit 1
    ),
    added as (
      insert into finding_scans (tenant_id, integration_id, scan_no, scan_id, seen_at, findings, is_whole, counts_failing)
      select ${scan.tenantId}, ${integrationId}, coalesce((select scan_no from last), 0) + 1, ${scan.id}, ${at}, ${findings}, true, true
      returning scan_no
    )
    select a.scan_no as "scanNo", l.seen_at as "previousAt", coalesce(l.counts_failing, true) as "isCounted" from added a left join last l on true`,
  samples: [{ ...SAMPLE, findings: 0, at: new Date(0) }],
});

/** Rules that a scan could not look at, or not at everything. */
export interface UnseenRules {
  scanners: readonly string[];
  ruleIds: readonly string[];
}

interface Merge extends MergedScan {
  scanNo: number;
  at: Date;
  /** When the scan before it completed. */
  previousAt: Date | null;
  unseen: UnseenRules;
}

/**
 * Makes the current findings of an integration those of a scan: what is the same is not written, what is not is closed, and opened as
 * it is now. What a check that could not look did not see stays, with the time when it was seen last. A finding that a scan has more
 * than once is numbered, the worst first.
 * @returns how many rows were opened and how many closed
 */
export const mergeFindings = statement({
  name: 'finding_state.merge',
  row: { opened: 'int4!', closed: 'int4!' },
  text: ({ scan: { id, tenantId }, integrationId, scanNo, at, previousAt, unseen }: Merge) => sql`
    with unseen as (
      select c.check_no from finding_checks c
      join unnest(${unseen.scanners}::text[], ${unseen.ruleIds}::text[]) as u (scanner, rule_id)
        on c.rule_key = md5(u.scanner || chr(10) || u.rule_id)::uuid
      where c.tenant_id = ${tenantId}
    ),
    arriving as (
      select resource_no, check_no, status, severity, summary, (row_number() over (
        partition by resource_no, check_no
        order by array_position(${FINDING_STATUSES}::text[], status), severity, summary, arrival_no))::int - 1 as copy_no
      from finding_arrivals
      where tenant_id = ${tenantId} and scan_id = ${id} and integration_id = ${integrationId}
    ),
    present as (
      select resource_no, check_no, copy_no, since_scan, status, severity, summary, first_seen_at, last_seen_at,
        check_no in (select check_no from unseen) as is_unseen
      from findings where tenant_id = ${tenantId} and integration_id = ${integrationId} and until_scan is null
    ),
    compared as materialized (
      select coalesce(a.resource_no, p.resource_no) as resource_no, coalesce(a.check_no, p.check_no) as check_no,
        coalesce(a.copy_no, p.copy_no) as copy_no, p.since_scan, p.status as former_status, p.severity as former_severity,
        coalesce(a.status, p.status) as status, coalesce(a.severity, p.severity) as severity,
        coalesce(a.summary, p.summary) as summary,
        case when p.status = coalesce(a.status, p.status) then p.first_seen_at else ${at} end as first_seen_at,
        case when a.resource_no is null then ${previousAt}::timestamptz end as last_seen_at,
        a.resource_no is null and not p.is_unseen as is_gone
      from present p
      full join arriving a on a.resource_no = p.resource_no and a.check_no = p.check_no and a.copy_no = p.copy_no
      where case
        when p.resource_no is null then true
        when a.resource_no is null then not p.is_unseen or p.last_seen_at is null
        else p.last_seen_at is not null or (p.status, p.severity, p.summary) is distinct from (a.status, a.severity, a.summary)
      end
    ),
    closed as (
      update findings f set until_scan = ${scanNo} from compared c
      where c.since_scan is not null and f.tenant_id = ${tenantId} and f.resource_no = c.resource_no
        and f.check_no = c.check_no and f.copy_no = c.copy_no and f.since_scan = c.since_scan
      returning 1
    ),
    opened as (
      insert into findings (tenant_id, integration_id, resource_no, check_no, copy_no, since_scan, severity, status, first_seen_at,
        last_seen_at, summary)
      select ${tenantId}, ${integrationId}, resource_no, check_no, copy_no, ${scanNo}, severity, status, first_seen_at,
        last_seen_at, summary
      from compared where not is_gone
      returning 1
    ),
    counted as (
      insert into finding_counts (tenant_id, integration_id, check_no, status, severity, findings)
      select ${tenantId}, ${integrationId}, check_no, status, severity, sum(change)
      from (
        select check_no, status, severity, 1 as change from compared where not is_gone
        union all
        select check_no, former_status, former_severity, -1 from compared where since_scan is not null
      ) change
      group by check_no, status, severity having sum(change) <> 0
      on conflict (tenant_id, integration_id, check_no, status, severity) do update
        set findings = finding_counts.findings + excluded.findings
    ),
    failing as (
      update resources r set failing = r.failing + changed.change
      from (
        select resource_no, sum(case when not is_gone and status = 'fail' then 1 else 0 end
          - case when since_scan is not null and former_status = 'fail' then 1 else 0 end)::int as change
        from compared group by resource_no
      ) changed
      where r.tenant_id = ${tenantId} and r.resource_no = changed.resource_no and changed.change <> 0
    )
    select (select count(*) from opened)::int as opened, (select count(*) from closed)::int as closed`,
  samples: [{ ...SAMPLE, scanNo: 1, at: new Date(0), previousAt: null, unseen: { scanners: [], ruleIds: [] } }],
});

/** Deletes the counts that have become 0. */
export const deleteZeroCounts = statement({
  name: 'finding_state.delete_zero_counts',
  row: {},
  text: ({ scan, integrationId }: MergedScan) => sql`
    delete from finding_counts
    where tenant_id = ${scan.tenantId} and integration_id = ${integrationId} and findings = 0`,
  samples: [SAMPLE],
});

/**
 * Deletes at most `limit` rows of findings that hold in no stored scan any more.
 */
export const deleteFormer = statement({
  name: 'finding_state.delete_former',
  row: {},
  text: ({ tenantId, limit }: { tenantId: string; limit: number }) => sql`
    delete from findings where tenant_id = ${tenantId} and ctid = any(array(
      select f.ctid from findings f
      where f.tenant_id = ${tenantId} and f.until_scan is not null and not exists (
        select from finding_scans s
        where s.tenant_id = f.tenant_id and s.integration_id = f.integration_id and s.scan_no >= f.since_scan
          and s.scan_no < f.until_scan
      )
      limit ${limit}
    ))`,
  samples: [{ tenantId: '', limit: 1 }],
});

/** Counts again what fails on each resource of an integration. */
export const recountFailing = statement({
  name: 'finding_state.recount_failing',
  row: {},
  text: ({ tenantId, integrationId }: { tenantId: string; integrationId: string }) => sql`
    update resources r set failing = counted.failing
    from (
      select r.resource_no, count(f.resource_no)::int as failing from resources r
      left join findings f on f.tenant_id = ${tenantId} and f.resource_no = r.resource_no and f.until_scan is null and f.status = 'fail'
      where r.tenant_id = ${tenantId} and r.integration_id = ${integrationId} group by r.resource_no
    ) counted
    where r.tenant_id = ${tenantId} and r.resource_no = counted.resource_no and r.failing <> counted.failing`,
  samples: [{ tenantId: '', integrationId: '' }],
});
