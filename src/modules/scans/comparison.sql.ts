import type { Scanner, Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { ResultStatus } from './scan-states.js';

/** Two scans of a tenant. */
interface ScanPair {
  tenantId: string;
  fromId: string;
  toId: string;
}

/** Results that differ between two scans, of `controlNos` and in their order; null where a scan has none. */
export const resultChanges = statement({
  name: 'scans.result_changes',
  mayBeStale: true,
  row: {
    controlNo: 'int4',
    previousStatus: text<ResultStatus>('text?'),
    status: text<ResultStatus>('text?'),
    previousFinding: 'text?',
    finding: 'text?',
    severity: text<Severity>('text?'),
  },
  text: ({ tenantId, fromId, toId, controlNos }: ScanPair & { controlNos: readonly number[] }) => sql`
    select wanted.no as "controlNo", a.status as "previousStatus", b.status, a.finding as "previousFinding", b.finding, b.severity
    from unnest(${controlNos}::int[]) with ordinality as wanted (no, rank)
    left join scan_results a on a.tenant_id = ${tenantId} and a.scan_id = ${fromId} and a.control_no = wanted.no
    left join scan_results b on b.tenant_id = ${tenantId} and b.scan_id = ${toId} and b.control_no = wanted.no
    where (a.status, a.evaluated) is distinct from (b.status, b.evaluated)
    order by wanted.rank`,
  samples: [{ tenantId: '', fromId: '', toId: '', controlNos: [] }],
});

/** Every check of two scans that ran and led to one of the controls in either. */
export const comparedChecks = statement({
  name: 'scans.compared_checks',
  mayBeStale: true,
  row: {
    scan: text<'from' | 'to'>(),
    integrationId: 'uuid',
    scanner: text<Scanner>(),
    ruleId: 'text',
    title: 'text',
    severity: text<Severity>(),
    controlNos: 'int4[]',
    resourcesPassed: 'int4',
    resourcesFailed: 'int4',
    version: 'text?',
    isPartial: 'bool',
    // Codes of elements.
    decides: 'int4[]',
  },
  text: ({ tenantId, fromId, toId, controlNos }: ScanPair & { controlNos: readonly number[] }) => sql`
    with stored as (
      select case scan_id when ${toId} then 'to' else 'from' end as scan, integration_id as "integrationId", scanner,
        rule_id as "ruleId", title, severity, control_nos as "controlNos", resources_passed as "resourcesPassed",
        resources_failed as "resourcesFailed", check_version as version, is_partial as "isPartial", decides
      from scan_checks where tenant_id = ${tenantId} and scan_id in (${fromId}, ${toId}))
    select * from stored
    where exists (
      select from stored other
      where other."integrationId" = stored."integrationId" and other.scanner = stored.scanner
        and other."ruleId" = stored."ruleId" and other."controlNos" && ${controlNos}::int[])`,
  samples: [{ tenantId: '', fromId: '', toId: '', controlNos: [] }],
});
