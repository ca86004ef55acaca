import type { Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import { fileReferenceOf, joinArtifact } from '../evidence/artifact-row.sql.js';
import type { ResultStatus } from './scan-states.js';

/** Results of a scan on some controls, in the order of these. */
interface SelectedResults {
  tenantId: string;
  scanId: string;
  controlNos: readonly number[];
  /** Null for any, as `severities`. */
  statuses: readonly ResultStatus[] | null;
  severities: readonly Severity[] | null;
  /** Whether a check looked at the control; null for any. */
  checked: boolean | null;
}

const selected = ({ tenantId, scanId, controlNos, statuses, severities, checked }: SelectedResults) => sql`
  from unnest(${controlNos}::int[]) with ordinality as wanted (no, rank)
  join scan_results r on r.tenant_id = ${tenantId} and r.scan_id = ${scanId} and r.control_no = wanted.no
  ${joinArtifact(sql`r.tenant_id`, sql`r.evidence_id`)}
  where (${statuses}::text[] is null or r.status = any(${statuses}::text[]))
    and (${severities}::text[] is null or r.severity = any(${severities}::text[]))
    and (${checked}::bool is null or (r.evidence_id is not null) = ${checked}::bool)`;

const SAMPLE: SelectedResults = {
  tenantId: '',
  scanId: '',
  controlNos: [],
  statuses: null,
  severities: null,
  checked: null,
};

export const resultPage = statement({
  name: 'scans.result_page',
  mayBeStale: true,
  row: {
    controlNo: 'int4',
    // From 1, in the order of the controls.
    rank: 'int8',
    status: text<ResultStatus>(),
    evaluated: 'bool',
    severity: text<Severity>('text?'),
    finding: 'text',
    resourcesPassed: 'int4',
    resourcesFailed: 'int4',
    resourcesAccepted: 'int4',
    evidenceKey: 'text?',
    evidenceId: 'uuid?',
  },
  text: ({ after, limit, offset, ...results }: SelectedResults & { after: number; limit: number; offset: number }) =>
    sql`
      select r.control_no as "controlNo", wanted.rank, r.status, r.evaluated, r.severity, r.finding,
        r.resources_passed as "resourcesPassed", r.resources_failed as "resourcesFailed",
        r.resources_accepted as "resourcesAccepted", ${fileReferenceOf()} as "evidenceKey", coalesce(part.part_id, e.id) as "evidenceId"
      ${selected(results)} and wanted.rank > ${after}
      order by wanted.rank limit ${limit} offset ${offset}`,
  samples: [{ ...SAMPLE, after: 0, limit: 1, offset: 0 }],
});

export const resultCount = statement({
  name: 'scans.result_count',
  mayBeStale: true,
  row: { count: 'int4' },
  text: (results: SelectedResults) => sql`select count(*)::int as count ${selected(results)}`,
  samples: [SAMPLE],
});

/** How many controls a check looked at, by scan: those have evidence of it. A scan without any has no row. */
export const checkedCounts = statement({
  name: 'scans.checked_counts',
  mayBeStale: true,
  row: { scanId: 'uuid', count: 'int4' },
  text: ({ tenantId, scanIds }: { tenantId: string; scanIds: readonly string[] }) => sql`
    select r.scan_id as "scanId", count(*)::int as count from scan_results r
    where r.tenant_id = ${tenantId} and r.scan_id = any(${scanIds}::uuid[]) and r.evidence_id is not null
    group by r.scan_id`,
  samples: [{ tenantId: '', scanIds: [] }],
});
