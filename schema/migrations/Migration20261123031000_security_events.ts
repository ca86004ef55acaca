import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Security events (log-ins, refusals, downloads), with address and agent; the agent of a client in the audit trail. */
export class Migration20261123031000_security_events extends Migration {
  override up(): void {
    this.addSql(`
      create table security_events (
        tenant_id uuid not null references tenants (id),
        -- Grows with every event in the order of commits, so that a reader can go on after the last one it has read.
        sequence bigint not null,
        id uuid not null unique default gen_random_uuid(),
        at timestamptz not null,
        kind text not null,
        outcome text not null check (outcome in ('success', 'failure')),
        -- Equal events in some seconds are one row.
        count integer not null default 1 check (count > 0),
        actor_type text not null check (actor_type in ('user', 'api_key', 'system', 'operator', 'anonymous')),
        actor_id uuid,
        api_key_id uuid,
        session_id uuid,
        -- The account that it is about.
        user_id uuid,
        address text,
        user_agent text,
        request_id text,
        resource_type text,
        resource_id text,
        details jsonb,
        primary key (tenant_id, sequence)
      )`);
    this.addSql(`create index security_events_at on security_events (tenant_id, at)`);
    this.addSql(`create index security_events_user on security_events (tenant_id, user_id, sequence desc)`);
    this.addSql(`
      create function record_security_events(tenant uuid, events jsonb) returns bigint language plpgsql as $$
      declare
        latest bigint;
      begin
        -- One writer for each tenant at a time, until its transaction ends: numbers are visible in their order.
        perform pg_advisory_xact_lock(hashtextextended('security ' || tenant, 0));
        select coalesce(max(sequence), 0) into latest from security_events where tenant_id = tenant;
        insert into security_events (tenant_id, sequence, id, at, kind, outcome, count, actor_type, actor_id,
          api_key_id, session_id, user_id, address, user_agent, request_id, resource_type, resource_id, details)
        select tenant, latest + place, (e ->> 'id')::uuid, (e ->> 'at')::timestamptz, e ->> 'kind', e ->> 'outcome',
          (e ->> 'count')::integer, e ->> 'actorType', (e ->> 'actorId')::uuid, (e ->> 'apiKeyId')::uuid,
          (e ->> 'sessionId')::uuid, (e ->> 'userId')::uuid, e ->> 'address', e ->> 'userAgent', e ->> 'requestId',
          e ->> 'resourceType', e ->> 'resourceId', nullif(e -> 'details', 'null'::jsonb)
        from jsonb_array_elements(events) with ordinality as recorded (e, place);
        return latest + jsonb_array_length(events);
      end $$`);
    for (const statement of bindToTenant('security_events')) this.addSql(statement);
    // Addresses from which each API key was used, to notice a new one.
    this.addSql(`
      create table api_key_addresses (
        tenant_id uuid not null,
        api_key_id uuid not null,
        address text not null,
        first_used_at timestamptz not null,
        primary key (tenant_id, api_key_id, address),
        foreign key (tenant_id, api_key_id) references api_keys (tenant_id, id) on delete cascade
      )`);
    for (const statement of bindToTenant('api_key_addresses')) this.addSql(statement);
  }
}
