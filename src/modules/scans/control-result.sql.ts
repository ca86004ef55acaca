import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { ResultStatus } from './scan-states.js';

interface ResultsOfControls {
  tenantId: string;
  controlNos: readonly number[];
  /** Number of scans. */
  limit: number;
}

/** Results of controls in the last completed scans, where a check looked at the control; of each control the newest first. */
export const resultsOfControls = statement({
  name: 'scans.results_of_controls',
  mayBeStale: true,
  row: {
    controlNo: 'int4',
    scanId: 'uuid',
    status: text<ResultStatus>(),
    evaluated: 'bool',
    finding: 'text',
    detectedAt: 'timestamptz!',
  },
  text: ({ tenantId, controlNos, limit }: ResultsOfControls) => sql`
    with recent as materialized (
      select s.id, s.sequence, s.completed_at from scans s
      where s.tenant_id = ${tenantId} and s.status = 'completed'
      order by s.sequence desc limit ${limit}
    )
    select r.control_no as "controlNo", r.scan_id as "scanId", r.status, r.evaluated, r.finding, s.completed_at as "detectedAt"
    from recent s
    join scan_results r on r.tenant_id = ${tenantId} and r.scan_id = s.id and r.control_no = any(${controlNos}::int[])
      and r.evidence_id is not null
    order by r.control_no, s.sequence desc`,
  samples: [{ tenantId: '', controlNos: [], limit: 1 }],
});
