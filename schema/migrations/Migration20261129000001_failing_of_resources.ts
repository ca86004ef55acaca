import { FILL_ROWS, TenantFill } from './tenant-fill.js';

/** Counts what fails on the resources that are there. */
export class Migration20261129000001_failing_of_resources extends TenantFill {
  override readonly batch = `
    with batch as materialized (
      select resource_no from resources where tenant_id = $1::uuid and resource_no > coalesce($2::text::int, -1)
      order by resource_no limit ${FILL_ROWS}
    ),
    counted as (
      select b.resource_no, (
        select count(*)::int from findings f
        where f.tenant_id = $1::uuid and f.resource_no = b.resource_no and f.until_scan is null and f.status = 'fail'
      ) as failing
      from batch b
    ),
    changed as (
      update resources r set failing = c.failing from counted c
      where r.tenant_id = $1::uuid and r.resource_no = c.resource_no and r.failing <> c.failing
      returning r.resource_no
    )
    select max(resource_no)::text as place from batch`;
}
