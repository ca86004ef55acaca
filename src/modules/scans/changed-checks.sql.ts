import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { elementCodeOf } from '../posture/element.sql.js';

/**
 * The votes of a scan's integrations as they are before it: call it when its checks are stored and its votes are not. A check of
 * another scanner has no version: of those a change is not known.
 */
export const formerVotes = statement({
  name: 'scans.former_votes',
  row: { universalNo: 'int4', element: 'int2', integrationId: 'uuid', result: 'text', isCheckChanged: 'bool!' },
  text: ({ id, tenantId, integrationIds }: { id: string; tenantId: string; integrationIds: readonly string[] }) => sql`
    with former as materialized (
      select * from element_votes where tenant_id = ${tenantId} and integration_id = any(${integrationIds}::uuid[])
    ),
    changed as materialized (
      select distinct c.scan_id, c.integration_id, code
      from scan_checks c
      join scan_checks n on n.tenant_id = c.tenant_id and n.scan_id = ${id} and n.integration_id = c.integration_id
        and n.scanner = c.scanner and n.rule_id = c.rule_id
      cross join unnest(c.decides) as code
      where c.tenant_id = ${tenantId} and c.scan_id in (select scan_id from former)
        and (n.check_version is distinct from c.check_version or not code = any(n.decides))
    )
    select v.universal_no as "universalNo", v.element, v.integration_id as "integrationId", v.result,
      changed.code is not null as "isCheckChanged"
    from former v
    left join changed on changed.scan_id = v.scan_id and changed.integration_id = v.integration_id
      and changed.code = ${elementCodeOf('v')}`,
  samples: [{ id: '', tenantId: '', integrationIds: [] }],
});
