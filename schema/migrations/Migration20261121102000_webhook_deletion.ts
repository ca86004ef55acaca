import { Migration } from '@mikro-orm/migrations';

/**
 * A webhook that is being deleted gets no more deliveries, and whoever writes an event does not wait for its deletion: the
 * foreign key would fail when that commits, and take the change with it that the event tells of.
 */
export class Migration20261121102000_webhook_deletion extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function fan_out_events() returns trigger language plpgsql as $$
      begin
        insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body)
        select gen_random_uuid(), e.tenant_id, w.id, w.host, e.id, e.event,
          webhook_body(e.event, e.id, e.created_at, e.data)
        from added e
        join webhooks w on w.tenant_id = e.tenant_id and w.status = 'active'
          and (e.event = any (w.events) or '*' = any (w.events))
        for key share of w skip locked;
        if found then
          perform pg_notify('crosswalk', json_build_object('topic', 'delivery', 'tenantId', '*', 'id', '')::text);
        end if;
        return null;
      end $$`);
  }
}
