import type { Severity } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { FailedCheck } from './difference.rules.js';
import { COULD_NOT_LOOK } from './finding-parts.rules.js';

interface ComparedScans {
  tenantId: string;
  scanIds: readonly string[];
  controlNos: readonly number[];
}

/** A control that fails in a scan and did not in the one before it. */
interface NewlyFailing {
  controlNo: number;
  severity: Severity;
}

/**
 * What of `controlNos` fails in each scan and did not in the completed one before it, all checks that decide something and fail where there is such a control, and
 * how many no longer fail or can no longer be decided, as a check could not look. The one before is of the same kind, import or
 * not, read the same integrations and reports on the same frameworks: what only one of them looked at would seem new or gone. No row where there is none.
 */
export const scanDifferences = statement({
  name: 'scans.differences',
  mayBeStale: true,
  row: {
    scanId: 'uuid',
    before: 'uuid',
    beforeAt: 'timestamptz',
    newlyFailing: json<NewlyFailing[]>('jsonb!'),
    failingChecks: json<FailedCheck[]>('jsonb!'),
    noLongerFailing: 'int4!',
    noLongerDecided: 'int4!',
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
    ),
    newly as materialized (
      select f.scan_id, f.control_no, f.severity from failing f
      join compared c on c.id = f.scan_id
      where not exists (select from failing was where was.scan_id = c.before_id and was.control_no = f.control_no)
    )
    select c.id as "scanId", c.before_id as before, c.before_at as "beforeAt",
      (
        select coalesce(jsonb_agg(jsonb_build_object('controlNo', n.control_no, 'severity', n.severity)), '[]')
        from newly n where n.scan_id = c.id
      ) as "newlyFailing",
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'scanner', k.scanner, 'ruleId', k.rule_id, 'severity', k.severity, 'decides', k.decides)), '[]')
        from scan_checks k
        where k.tenant_id = ${tenantId} and k.scan_id = c.id and k.resources_failed > k.resources_accepted
          and cardinality(k.decides) > 0 and exists (select from newly n where n.scan_id = c.id)
      ) as "failingChecks",
      gone.decided as "noLongerFailing", gone.undecided as "noLongerDecided"
    from compared c
    cross join lateral (
      select count(*) filter (where not is_undecided)::int as decided, count(*) filter (where is_undecided)::int as undecided
      from (
        select r.status = 'not_applicable' and strpos(r.finding, ${COULD_NOT_LOOK}) > 0 as is_undecided from failing was
        join scan_results r on r.tenant_id = ${tenantId} and r.scan_id = c.id and r.control_no = was.control_no
        where was.scan_id = c.before_id and r.status <> 'fail'
      ) other
    ) gone`,
  samples: [{ tenantId: '', scanIds: [], controlNos: [] }],
});
