import type { FindingStatus } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text, type RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Numbers } from './numbered-id.rules.js';

/** Statuses of a finding that are shown, the newest first. */
export const HISTORY_MAX = 20;

const RUN_COLUMNS = {
  resourceNo: 'int4',
  checkNo: 'int4',
  copyNo: 'int4',
  status: text<FindingStatus>(),
  // What it said last.
  summary: 'text!',
  sinceScan: 'int4!',
  untilScan: 'int4?',
  from: 'timestamptz',
  until: 'timestamptz?',
} as const;

/** A status that a finding had without interruption, from scan to scan. */
export type FindingRun = RowOf<typeof RUN_COLUMNS>;

/** Statuses that some findings had one after the other, the newest first, as far as their scans are stored. */
export const findingRuns = statement({
  name: 'findings.runs',
  mayBeStale: true,
  row: RUN_COLUMNS,
  text: ({ tenantId, numbers }: { tenantId: string; numbers: readonly Numbers[] }) => sql`
    select wanted.resource_no as "resourceNo", wanted.check_no as "checkNo", wanted.copy_no as "copyNo", run.status, run.summary,
      run.since_scan as "sinceScan", run.until_scan as "untilScan", run.first_seen_at as "from", ended.seen_at as "until"
    from unnest(
      ${numbers.map(({ resourceNo }) => resourceNo)}::int[], ${numbers.map(({ checkNo }) => checkNo)}::int[],
      ${numbers.map(({ copyNo }) => copyNo)}::int[]) as wanted (resource_no, check_no, copy_no)
    cross join lateral (
      select own.integration_id, own.status, own.first_seen_at, min(own.since_scan) as since_scan,
        nullif(max(coalesce(own.until_scan, 2147483647)), 2147483647) as until_scan,
        (array_agg(own.summary order by own.since_scan desc))[1] as summary
      from findings own
      where own.tenant_id = ${tenantId} and own.resource_no = wanted.resource_no and own.check_no = wanted.check_no
        and own.copy_no = wanted.copy_no
      group by own.integration_id, own.status, own.first_seen_at
      order by min(own.since_scan) desc limit ${HISTORY_MAX}
    ) run
    left join finding_scans ended on ended.tenant_id = ${tenantId} and ended.integration_id = run.integration_id
      and ended.scan_no = run.until_scan
    order by wanted.resource_no, wanted.check_no, wanted.copy_no, run.since_scan desc`,
  samples: [{ tenantId: '', numbers: [] }],
});
