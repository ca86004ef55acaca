import { FILL_ROWS, TenantFill } from './tenant-fill.js';

/** When the integrations were disconnected that were before, from the audit trail. */
export class Migration20261128000001_former_disconnections extends TenantFill {
  override readonly batch = `
    with batch as materialized (
      select id from integrations
      where tenant_id = $1::uuid and status = 'disconnected' and disconnected_at is null and ($2::text is null or id > $2::text::uuid)
      order by id limit ${FILL_ROWS}
    ),
    changed as (
      update integrations i set disconnected_at = coalesce((
        select max(a.at) from audit_log a
        where a.tenant_id = $1::uuid and a.resource_type = 'integration' and a.resource_id = i.id::text
          and a.action = 'integration.disconnected'
      ), i.created_at)
      from batch b
      where i.tenant_id = $1::uuid and i.id = b.id
      returning i.id
    )
    select max(id::text collate "C") as place from batch`;
}
