import type { Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { decision } from '../posture/decision.sql.js';
import { placeAt } from '../posture/ledger-place.sql.js';
import type { ControlStatus } from '../posture/posture.js';
import type { ResultStatus, ScanStatus } from '../scans/scan-states.js';

/** Number of scans in the trend of a framework. */
const TREND_POINTS = 12;

/** Tenant of a report, and the moment it is about; `until` null is now. */
export interface ReportScope {
  tenantId: string;
  until: Date | null;
}

export const SAMPLE_SCOPE: ReportScope = { tenantId: '', until: null };
const SAMPLE_FRAMEWORK: Pick<Framework, 'slug' | 'controls'> = { slug: '', controls: [] };

/** Name of the organization, with the scan `scanId` or else the latest of a framework completed by a moment; nulls where there is none. */
export const scanOfReport = statement({
  name: 'reports.scan_of_report',
  mayBeStale: true,
  row: {
    organization: 'text',
    id: 'uuid?',
    status: text<ScanStatus>('text?'),
    frameworks: 'text[]?',
    completedAt: 'timestamptz?',
  },
  text: ({ tenantId, until, slug, scanId }: ReportScope & { slug: string; scanId: string | null }) => sql`
    select t.name as organization, s.id, s.status, s.frameworks, s.completed_at as "completedAt"
    from tenants t
    left join lateral (
      select s.* from scans s
      where s.tenant_id = ${tenantId} and ${
        scanId === null
          ? sql`s.status = 'completed' and s.frameworks @> array[${slug}]::text[]
              and (${until}::timestamptz is null or s.completed_at <= ${until}::timestamptz)`
          : sql`s.id = ${scanId}::uuid`
      }
      order by s.sequence desc limit 1
    ) s on true
    where t.id = ${tenantId}`,
  samples: [
    { ...SAMPLE_SCOPE, slug: '', scanId: null },
    { ...SAMPLE_SCOPE, slug: '', scanId: '' },
  ],
});

/**
 * The last change of each control up to the moment; controls without one are not assessed. `assessmentId` is the assessment that
 * decides a control now; of a former moment, the one behind its last change.
 */
export const statusesAt = statement({
  name: 'reports.statuses_at',
  row: {
    no: 'int4',
    status: text<ControlStatus>(),
    assurance: 'int2',
    changedAt: 'timestamptz?',
    assessmentId: 'uuid?',
  },
  text: ({ tenantId, until, controls }: ReportScope & { controls: readonly Control[] }) => sql`
    ${until === null ? sql`with ${decision(tenantId, controls, null)}` : sql``}
    select wanted.no, last.status, last.assurance,
      ${
        until === null
          ? sql`(select d.assessment_id from decided d where d.no = wanted.no)`
          : sql`case when last.source = 'assessment' then last.assessment_id end`
      } as "assessmentId", coalesce((
        select l.changed_at from status_ledger l
        where l.tenant_id = ${tenantId} and l.control_no = wanted.no and l.status <> l.previous_status
          and l.sequence <= last.sequence
        order by l.sequence desc limit 1
      ), last.changed_at) as "changedAt"
    from unnest(${controls.map(({ no }) => no)}::int[]) as wanted (no)
    cross join lateral (${lastChange(tenantId, until && placeAt(tenantId, sql`${until}::timestamptz`))}) last`,
  samples: [
    { ...SAMPLE_SCOPE, controls: [] },
    { ...SAMPLE_SCOPE, until: new Date(0), controls: [] },
  ],
});

/** Status of a control at the moment of a report, and when it became that status. */
export type StatusRow = StatementRow<typeof statusesAt>;

/** The last row of the ledger for `wanted.no` up to a place, or at all where that is null. */
function lastChange(tenantId: string, until: ReturnType<typeof sql> | null) {
  return sql`
    select status, assurance, changed_at, sequence, source, assessment_id from status_ledger
    where tenant_id = ${tenantId} and control_no = wanted.no ${until === null ? sql`` : sql`and sequence <= ${until}`}
    order by sequence desc limit 1`;
}

/**
 * For each control that a check evaluated: when one last did (`votedAt`), and the newest result that agrees with the status;
 * nulls where none does.
 */
export const resultsAt = statement({
  name: 'reports.results_at',
  row: {
    no: 'int4',
    votedAt: 'timestamptz!',
    scanJobId: 'uuid?',
    completedAt: 'timestamptz?',
    severity: text<Severity>('text?'),
    finding: 'text?',
    resourcesPassed: 'int4?',
    resourcesFailed: 'int4?',
  },
  text: ({ tenantId, until, slug, statuses }: ReportScope & { slug: string; statuses: readonly StatusRow[] }) => {
    const newest = (result: ReturnType<typeof sql>) => sql`
      select s.sequence, s.completed_at, r.scan_id, r.severity, r.finding, r.resources_passed, r.resources_failed
      from scan_results r
      join scans s on s.tenant_id = r.tenant_id and s.id = r.scan_id and s.status = 'completed'
        and s.frameworks @> array[${slug}]::text[] and (${until}::timestamptz is null or s.completed_at <= ${until}::timestamptz)
      where r.tenant_id = ${tenantId} and r.control_no = wanted.no and r.evaluated and r.status = ${result}
        and r.scan_sequence <= (select sequence from last_scan)
      order by r.scan_sequence desc limit 1`;
    return sql`
      with last_scan as materialized (
        select sequence from scans
        where tenant_id = ${tenantId} and status = 'completed' and (${until}::timestamptz is null or completed_at <= ${until}::timestamptz)
        order by sequence desc limit 1
      )
      select wanted.no, newest.completed_at as "votedAt", agreeing.scan_id as "scanJobId",
        agreeing.completed_at as "completedAt", agreeing.severity, agreeing.finding,
        agreeing.resources_passed as "resourcesPassed", agreeing.resources_failed as "resourcesFailed"
      from unnest(
        ${statuses.map(({ no }) => no)}::int[], ${statuses.map(({ status }) => RESULT_OF[status])}::text[]
      ) as wanted (no, result)
      cross join lateral (
        select of_result.completed_at from unnest(${RESULT_STATUSES}::text[]) as result (status)
        cross join lateral (${newest(sql`result.status`)}) of_result
        order by of_result.sequence desc limit 1
      ) newest
      left join lateral (${newest(sql`wanted.result`)}) agreeing on true`;
  },
  samples: [{ ...SAMPLE_SCOPE, slug: '', statuses: [] }],
});

/** The newest scan result of a control. */
export type ResultRow = StatementRow<typeof resultsAt>;

const RESULT_STATUSES: readonly ResultStatus[] = ['pass', 'fail', 'not_applicable'];

/** The scan result that leads to each status. */
const RESULT_OF: Readonly<Record<ControlStatus, ResultStatus | null>> = {
  passed: 'pass',
  failed: 'fail',
  not_applicable: 'not_applicable',
  not_assessed: null,
};

/** Statuses and assurances of a framework's controls, in their order, at the end of each of its latest scans, oldest scan first. */
export const statusTrend = statement({
  name: 'reports.status_trend',
  row: {
    scanJobId: 'uuid',
    completedAt: 'timestamptz!',
    statuses: text<ControlStatus>('text[]'),
    assurances: 'int4[]',
  },
  text: ({ tenantId, until, framework }: ReportScope & { framework: Pick<Framework, 'slug' | 'controls'> }) => sql`
    select s.id as "scanJobId", s.completed_at as "completedAt",
      array_agg(coalesce(last.status, 'not_assessed') order by wanted.nth) as statuses,
      array_agg(coalesce(last.assurance, 0)::int order by wanted.nth) as assurances
    from (
      select id, sequence, completed_at, ${placeAt(tenantId, sql`scans.completed_at`)} as place from scans
      where tenant_id = ${tenantId} and status = 'completed' and frameworks @> array[${framework.slug}]::text[]
        and (${until}::timestamptz is null or completed_at <= ${until}::timestamptz)
      order by sequence desc limit ${TREND_POINTS}
    ) s
    cross join unnest(${framework.controls.map(({ no }) => no)}::int[]) with ordinality as wanted (no, nth)
    left join lateral (${lastChange(tenantId, sql`s.place`)}) last on true
    group by s.id, s.sequence, s.completed_at
    order by s.completed_at, s.sequence`,
  samples: [{ ...SAMPLE_SCOPE, framework: SAMPLE_FRAMEWORK }],
});
