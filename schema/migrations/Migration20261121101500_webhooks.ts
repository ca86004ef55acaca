import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, IS_SYSTEM } from './row-level-security.js';

const TABLES = ['webhooks', 'webhook_deliveries', 'webhook_attempts'];

/** Webhooks, what is delivered to them, and the log of every attempt. */
export class Migration20261121101500_webhooks extends Migration {
  override up(): void {
    this.webhooks();
    this.deliveries();
    this.attempts();
    this.fanOut();
    for (const table of TABLES) for (const statement of bindToTenant(table)) this.addSql(statement);
    this.addSql(`create policy webhook_deliveries_system on webhook_deliveries for select using (${IS_SYSTEM})`);
  }

  private webhooks(): void {
    this.addSql(`
      create table webhooks (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        url text not null check (length(url) <= 2048),
        -- Whom the deliveries wait for: the host of the address.
        host text not null,
        events text[] not null check (cardinality(events) >= 1),
        status text not null default 'active' check (status in ('active', 'disabled')),
        -- Sealed. During a rotation the secret before it signs too.
        secret text not null,
        previous_secret text,
        previous_secret_until timestamptz,
        consecutive_failures integer not null default 0,
        -- First failed attempt after the last success.
        failing_since timestamptz,
        disabled_at timestamptz,
        disabled_reason text check (disabled_reason in ('admin', 'gone', 'exhausted_deliveries', 'failing_too_long')),
        last_delivery_at timestamptz,
        last_status_code integer,
        created_by uuid not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (tenant_id, id),
        check ((status = 'disabled') = (disabled_at is not null) and (disabled_at is null) = (disabled_reason is null)),
        check ((previous_secret is null) = (previous_secret_until is null))
      )`);
  }

  private deliveries(): void {
    this.addSql(`
      create table webhook_deliveries (
        id uuid primary key,
        tenant_id uuid not null,
        webhook_id uuid not null,
        event_id uuid not null,
        event text not null,
        -- Sent as it stands, the same bytes on every attempt.
        body text not null,
        host text not null,
        status text not null default 'pending' check (status in ('pending', 'delivering', 'delivered', 'failed')),
        -- Why it failed where its attempts do not tell.
        failure text check (failure in ('webhook_disabled')),
        -- Attempts whose outcome is known.
        attempts integer not null default 0,
        -- On the service's clock; null is at once.
        next_attempt_at timestamptz,
        lease_owner text,
        lease_number integer not null default 0,
        lease_expires_at timestamptz,
        redelivery_of uuid,
        created_at timestamptz not null default now(),
        completed_at timestamptz,
        unique (tenant_id, id),
        foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade,
        check ((status = 'delivering') = (lease_expires_at is not null)),
        check ((status in ('delivered', 'failed')) = (completed_at is not null))
      )`);
    this.addSql(`
      create unique index webhook_deliveries_once on webhook_deliveries (tenant_id, webhook_id, event_id)
      where redelivery_of is null`);
    this.addSql(`
      create index webhook_deliveries_newest on webhook_deliveries (tenant_id, webhook_id, created_at desc, id desc)`);
    this.addSql(`
      create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at nulls first, created_at, id)
      where status in ('pending', 'delivering')`);
    this.addSql(
      `create index webhook_deliveries_next on webhook_deliveries (next_attempt_at) where status = 'pending'`,
    );
    this.addSql(`
      create index webhook_deliveries_completed on webhook_deliveries (completed_at)
      where completed_at is not null`);
  }

  private attempts(): void {
    this.addSql(`
      create table webhook_attempts (
        tenant_id uuid not null,
        delivery_id uuid not null,
        number integer not null,
        at timestamptz not null,
        duration_ms integer not null,
        status_code integer,
        error text,
        response_excerpt text,
        primary key (tenant_id, delivery_id, number),
        foreign key (tenant_id, delivery_id) references webhook_deliveries (tenant_id, id) on delete cascade,
        check (status_code is not null or error is not null)
      )`);
  }

  /**
   * Whoever writes an event makes its deliveries, in the same transaction and with the writer's own rights: for every
   * webhook that is active now. The body is spelled here, once.
   */
  private fanOut(): void {
    this.addSql(`
      create function webhook_body(event text, event_id uuid, at timestamptz, data jsonb) returns text
      language sql immutable as $$
        select format('{"event":%s,"event_id":"%s","timestamp":"%s","data":%s}', to_json(event), event_id,
          to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), data)
      $$`);
    this.addSql(`
      create function fan_out_events() returns trigger language plpgsql as $$
      begin
        insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body)
        select gen_random_uuid(), e.tenant_id, w.id, w.host, e.id, e.event,
          webhook_body(e.event, e.id, e.created_at, e.data)
        from added e
        join webhooks w on w.tenant_id = e.tenant_id and w.status = 'active'
          and (e.event = any (w.events) or '*' = any (w.events));
        if found then
          perform pg_notify('crosswalk', json_build_object('topic', 'delivery', 'tenantId', '*', 'id', '')::text);
        end if;
        return null;
      end $$`);
    this.addSql(`
      create trigger outbox_fan_out after insert on outbox referencing new table as added
      for each statement execute function fan_out_events()`);
  }
}
