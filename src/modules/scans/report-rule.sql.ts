import { SEVERITIES, type Scanner, type Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';

/** Who names the rules of a report. */
export type ReportScanner = Exclude<Scanner, 'crosswalk'>;

/**
 * The rules of imported reports that scans read, each once for its integration: findings of an unknown rule that name different
 * requirements are stored apart.
 */
const rulesOf = ({ tenantId, scanIds }: { tenantId: string; scanIds: readonly string[] }) => sql`
  select scan_id, integration_id, scanner, rule_id, min(check_no) as no, min(title) as title,
    min(array_position(${SEVERITIES}::text[], severity)) as severity_no,
    bool_or(check_id is not null) as is_known, bool_or(decides <> '{}') as is_deciding,
    bool_or(control_nos <> '{}') as is_evidence,
    sum(resources_passed)::int as passed, sum(resources_failed)::int as failed
  from scan_checks
  where tenant_id = ${tenantId} and scan_id = any(${scanIds}::uuid[]) and scanner <> 'crosswalk'
  group by scan_id, integration_id, scanner, rule_id`;

/** How many rules of reports scans read, and what they count for. A scan that read none has no row. */
export const reportRuleCounts = statement({
  name: 'scans.report_rule_counts',
  row: { scanId: 'uuid', total: 'int4!', known: 'int4!', deciding: 'int4!', unknownAsEvidence: 'int4!' },
  text: (scans: { tenantId: string; scanIds: readonly string[] }) => sql`
    select scan_id as "scanId", count(*)::int as total, (count(*) filter (where is_known))::int as known,
      (count(*) filter (where is_known and is_deciding))::int as deciding,
      (count(*) filter (where not is_known and is_evidence))::int as "unknownAsEvidence"
    from (${rulesOf(scans)}) rule
    group by scan_id`,
  samples: [{ tenantId: '', scanIds: [] }],
});

/** The rules of reports that the catalogue does not know, worst first; from the one of rank `after` on. */
export const unknownRulePage = statement({
  name: 'scans.unknown_rule_page',
  row: {
    // From 1.
    rank: 'int8!',
    integrationId: 'uuid',
    scanner: text<ReportScanner>(),
    ruleId: 'text',
    title: 'text!',
    severity: text<Severity>('text!'),
    isEvidence: 'bool!',
    resourcesPassed: 'int4!',
    resourcesFailed: 'int4!',
  },
  text: ({ tenantId, scanId, after, limit, offset }: UnknownRulePage) => sql`
    select rank, integration_id as "integrationId", scanner, rule_id as "ruleId", title,
      (${SEVERITIES}::text[])[severity_no] as severity, is_evidence as "isEvidence", passed as "resourcesPassed",
      failed as "resourcesFailed"
    from (
      select *, row_number() over (order by severity_no, failed desc, no) as rank
      from (${rulesOf({ tenantId, scanIds: [scanId] })}) rule
      where not is_known
    ) ranked
    where rank > ${after} order by rank limit ${limit} offset ${offset}`,
  samples: [{ tenantId: '', scanId: '', after: 0, limit: 1, offset: 0 }],
});

interface UnknownRulePage {
  tenantId: string;
  scanId: string;
  /** Rank of the last rule of the page before, 0 for the first page. */
  after: number;
  limit: number;
  offset: number;
}
