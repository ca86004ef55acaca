import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { selected, type Selection } from './evidence.sql.js';

const SAMPLE: Selection = {
  tenantId: '',
  filter: {
    ...{ control: null, type: 'auto', fileReference: null, expiresFrom: null, expiresBefore: null },
    ...{ integrationIds: null, allVersions: true },
  },
};

/**
 * The artifacts of scans that a filter selects, counted for every set of integrations that was scanned together; those whose scan was
 * removed are of no integration. The set with the newest artifact first. One pass over an index, whatever the number of groups.
 */
export const scanGroups = statement({
  name: 'evidence.scan_groups',
  row: {
    integrationIds: 'uuid[]!',
    integrationNames: 'text[]!',
    artifacts: 'int4!',
    scans: 'int4!',
    newestAt: 'timestamptz!',
    newestScanId: 'uuid!',
  },
  text: ({ limit, ...selection }: Selection & { limit: number }) => sql`
    with of_scan as (
      select e.scan_id, count(*)::int as artifacts, max(e.created_at) as newest_at ${selected(selection)} group by e.scan_id
    ),
    named as (
      select of_scan.*, array(select unnest(s.integration_ids) order by 1) as integration_ids
      from of_scan left join scans s on s.tenant_id = ${selection.tenantId} and s.id = of_scan.scan_id
    ),
    grouped as (
      select integration_ids, sum(artifacts)::int as artifacts, count(*)::int as scans, max(newest_at) as newest_at,
        (array_agg(scan_id order by newest_at desc, scan_id desc))[1] as newest_scan_id
      from named group by integration_ids
      order by max(newest_at) desc, integration_ids limit ${limit}
    )
    select read_by.ids as "integrationIds", read_by.names as "integrationNames",
      artifacts, scans, newest_at as "newestAt", newest_scan_id as "newestScanId"
    from grouped
    cross join lateral (
      select coalesce(array_agg(i.id order by i.name, i.id), '{}') as ids, coalesce(array_agg(i.name order by i.name, i.id), '{}') as names
      from integrations i where i.tenant_id = ${selection.tenantId} and i.id = any(integration_ids)
    ) read_by
    order by newest_at desc, integration_ids`,
  samples: [
    { ...SAMPLE, limit: 1 },
    { ...SAMPLE, filter: { ...SAMPLE.filter, control: { no: 1 } }, limit: 1 },
  ],
});

/** Those of `ids` that are integrations of the tenant. */
export const knownIntegrations = statement({
  name: 'evidence.known_integrations',
  row: { id: 'uuid' },
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select id from integrations where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  samples: [{ tenantId: '', ids: [] }],
});
