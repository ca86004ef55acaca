import type { Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';

interface ComparedScans {
  tenantId: string;
  scanIds: readonly string[];
  controlNos: readonly number[];
}

/**
 * What of `controlNos` fails in each scan and did not in the completed one before it, and what no longer does. The one before is of the same kind, import or
 * not, read the same integrations and reports on the same frameworks: what only one of them looked at would seem new or gone. No row where there is none.
 */
export const scanDifferences = statement({
  name: 'scans.differences',
  mayBeStale: true,
  row: {
    scanId: 'uuid',
    before: 'uuid',
    beforeAt: 'timestamptz',
    // Of each control that newly fails.
    severities: json<Severity[]>('jsonb!'),
    noLongerFailing: 'int4!',
  },
  text: ({ tenantId, scanIds, controlNos }: ComparedScans) => sql`
    with compared as materialized (
      select s.id, before.id as before_id, before.created_at as before_at
      from scans s
      cross join lateral (
        select b.id, b.created_at from scans b
        where b.tenant_id = ${tenantId} and b.sequence < s.sequence and b.status = 'completed'
          and (b.trigger = 'import') = (s.trigger = 'import')
          and b.integration_ids <@ s.integration_ids and b.integration_ids @> s.integration_ids
          and b.frameworks <@ s.frameworks and b.frameworks @> s.frameworks
        order by b.sequence desc limit 1
      ) before
      where s.tenant_id = ${tenantId} and s.id = any(${scanIds}::uuid[])
    ),
    failing as materialized (
      select r.scan_id, r.control_no, r.severity from scan_results r
      where r.tenant_id = ${tenantId} and r.status = 'fail' and r.control_no = any(${controlNos}::int[])
        and r.scan_id in (select id from compared union select before_id from compared)
    )
    select c.id as "scanId", c.before_id as before, c.before_at as "beforeAt",
      (
        select coalesce(jsonb_agg(f.severity), '[]') from failing f
        where f.scan_id = c.id
          and not exists (select from failing was where was.scan_id = c.before_id and was.control_no = f.control_no)
      ) as severities,
      (
        select count(*)::int from failing was
        join scan_results r on r.tenant_id = ${tenantId} and r.scan_id = c.id and r.control_no = was.control_no
        where was.scan_id = c.before_id and r.status <> 'fail'
      ) as "noLongerFailing"
    from compared c`,
  samples: [{ tenantId: '', scanIds: [], controlNos: [] }],
});
