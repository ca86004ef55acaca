import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { ResultStatus } from './scan-states.js';

const STATUSES: readonly ResultStatus[] = ['pass', 'fail', 'not_applicable'];

interface ResultsOfControls {
  tenantId: string;
  controlNos: readonly number[];
  /** Of each control. */
  limit: number;
}

/**
 * Results of controls in the last scans that decided them, of each control the newest first. A scan that could not look leaves what was
 * found before, and has no result here. By status: the index has the newest of each, and no other result is read.
 */
export const resultsOfControls = statement({
  name: 'scans.results_of_controls',
  mayBeStale: true,
  row: {
    controlNo: 'int4!',
    scanId: 'uuid',
    status: text<ResultStatus>(),
    finding: 'text',
    detectedAt: 'timestamptz!',
  },
  text: ({ tenantId, controlNos, limit }: ResultsOfControls) => sql`
    select c.no as "controlNo", r.scan_id as "scanId", r.status, r.finding, s.completed_at as "detectedAt"
    from unnest(${controlNos}::int[]) as c(no)
    cross join lateral (
      select newest.* from unnest(${STATUSES}::text[]) as each(status)
      cross join lateral (
        select r.scan_id, r.scan_sequence, r.status, r.finding from scan_results r
        where r.tenant_id = ${tenantId} and r.control_no = c.no and r.status = each.status and r.evaluated
        order by r.scan_sequence desc limit ${limit}
      ) newest
      order by newest.scan_sequence desc limit ${limit}
    ) r
    join scans s on s.tenant_id = ${tenantId} and s.id = r.scan_id and s.completed_at is not null
    order by c.no, r.scan_sequence desc`,
  samples: [{ tenantId: '', controlNos: [], limit: 1 }],
});
