import type { TestDatabase } from '../support/database.js';

/** What the rows of a tenant are about. */
interface Subjects {
  tenantId: string;
  userId: string;
  /** Numbers of controls; the last one is named only by the oldest rows. */
  controlNos: readonly number[];
  /** Numbers of universal controls; the last one is named only by the oldest rows. */
  universalNos: readonly number[];
}

/** Rows of each long table, one of each every twenty minutes, the newest now. */
export interface History extends Subjects {
  rows: number;
}

/** Time from one row to the next. */
export const MINUTES_OF_ROW = 20;
/** Rows from one scan to the next. */
const ROWS_OF_SCAN = 20;
const RULES = 20;

/**
 * Statements that write a history: $1 the tenant, $2 its user, $3 and $4 the controls and universal controls, $5 rows. The n-th row
 * is n times twenty minutes old; the oldest 25 alone are about the last control.
 */
const FILL = [
  `insert into integrations (id, tenant_id, type, name, status) select tenant_id, tenant_id, 'prowler', 'P', 'connected' from given`,
  `insert into evidence (id, tenant_id, type, title, file_reference, file_name, content_type, size, sha256, collected_at, expires_at,
     created_at, created_by)
   select evidence_id(tenant_id, n), tenant_id, case when n % 20 = 0 then 'manual' else 'auto' end, 'Artifact ' || n, tenant_id || '/' || n,
     n || '.json', 'application/json', 1000, repeat('0', 64), at, case when n % 20 = 0 then at + n % 90 * interval '1 day' end, at, user_id
   from every_row order by n desc`,
  `insert into evidence_controls (tenant_id, evidence_id, control_no, type, created_at)
   select tenant_id, evidence_id(tenant_id, n), control_no, case when n % 20 = 0 then 'manual' else 'auto' end, at from every_row order by n desc`,
  `insert into status_ledger (tenant_id, control_no, previous_status, status, assurance, source, cause, changed_at, reason)
   select tenant_id, control_no, case when n / 40 % 2 = 0 then 'passed' else 'failed' end,
     case when n / 40 % 2 = 0 then 'failed' else 'passed' end, 0, 'scan', 'resource_changed', at, 'x'
   from every_row order by n desc`,
  `insert into audit_log (tenant_id, sequence, at, actor_type, actor_id, action, resource_type, resource_id, previous_hash, hash)
   select tenant_id, rows - n + (select coalesce(max(sequence), 0) from audit_log where tenant_id = $1), at, 'user',
     case when n % 20 = 0 then user_id else tenant_id end,
     case when n % 20 = 0 then 'evidence.uploaded' when n > rows - 25 then 'member.removed' else 'scan.completed' end,
     case when n % 20 = 0 then 'evidence' else 'scan' end, n % 100, '', '' from every_row order by n desc`,
  `insert into assessments (id, tenant_id, universal_no, status, assessed_by, created_at, evidence_ids)
   select evidence_id(tenant_id, n), tenant_id, universal_no, case when n % 20 = 0 then 'non_compliant' else 'compliant' end, user_id, at,
     array[evidence_id(tenant_id, n)] from every_row order by n desc`,
  `insert into scans (id, tenant_id, sequence, status, integration_ids, frameworks, catalogue_version, created_at, completed_at,
     total_controls, progress)
   select evidence_id(tenant_id, n), tenant_id, (rows - n) / ${ROWS_OF_SCAN}, 'completed', '{}', array['pci-dss'], '1', at, at, 1, '{}'
   from every_row where n % ${ROWS_OF_SCAN} = 0 order by n desc`,
  `insert into scan_results (tenant_id, scan_id, scan_sequence, control_no, status, evaluated, resources_passed, resources_failed, finding)
   select tenant_id, evidence_id(tenant_id, n), (rows - n) / ${ROWS_OF_SCAN}, no, 'pass', true, 1, 0, 'x' from every_row, unnest(control_nos[:40]) no
   where n % ${ROWS_OF_SCAN} = 0 order by n desc`,
  `insert into scan_checks (tenant_id, scan_id, check_no, integration_id, scanner, rule_id, title, severity, control_nos, resources_passed,
     resources_failed)
   select tenant_id, evidence_id(tenant_id, n), no, tenant_id, 'prowler', 'rule-' || no, 'Rule', 'high', control_nos[no:no], 1, 0
   from every_row, generate_series(1, ${RULES}) no where n % ${ROWS_OF_SCAN} = 0 order by n desc`,
  `insert into score_history (tenant_id, posture_version, framework, at, previous_score, score, passed_controls, total_controls)
   select tenant_id, rows - n, 'pci-dss', at, 0, 0, 0, 280 from every_row order by n desc`,
];

const GIVEN = `with given as (
    select $1::uuid as tenant_id, $2::uuid as user_id, $3::int[] as control_nos, $4::int[] as universal_nos, $5::int as rows
  ), every_row as (
    select given.*, n, now() - n * interval '${MINUTES_OF_ROW} minutes' as at,
      case when n > rows - 25 then control_nos[cardinality(control_nos)] else control_nos[1 + n % (cardinality(control_nos) - 1)] end as control_no,
      case when n > rows - 25 then universal_nos[cardinality(universal_nos)]
        else universal_nos[1 + n % (cardinality(universal_nos) - 1)] end as universal_no
    from given, generate_series(0, rows - 1) n
  ) `;

/** Tables that a history is in. */
export const LONG_TABLES = [
  'evidence',
  'evidence_controls',
  'status_ledger',
  'audit_log',
  'assessments',
  'scans',
  'scan_results',
  'scan_checks',
  'score_history',
];

/** Gives the tenant a history. */
export async function fill(
  owner: TestDatabase,
  { tenantId, userId, controlNos, universalNos, rows }: History,
): Promise<void> {
  await owner.query(`create or replace function evidence_id(tenant uuid, n int) returns uuid language sql immutable as
    $$ select overlay(tenant::text placing lpad(to_hex(n), 8, '0') from 1)::uuid $$`);
  await owner.query('begin');
  for (const text of FILL) await owner.query(GIVEN + text, [tenantId, userId, controlNos, universalNos, rows]);
  await owner.query('commit');
}
