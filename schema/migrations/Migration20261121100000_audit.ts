import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** The audit trail: one chained row for each change, written in the transaction of the change. */
export class Migration20261121100000_audit extends Migration {
  override up(): void {
    this.addSql(`
      create table audit_log (
        tenant_id uuid not null references tenants (id),
        -- Dense from 1 for each tenant: a missing row shows.
        sequence bigint not null,
        id uuid not null unique default gen_random_uuid(),
        at timestamptz not null,
        actor_type text not null check (actor_type in ('user', 'api_key', 'system', 'operator')),
        actor_id uuid,
        api_key_id uuid,
        address text,
        request_id text,
        action text not null,
        resource_type text not null,
        resource_id text,
        before jsonb,
        after jsonb,
        previous_hash text not null,
        hash text not null,
        primary key (tenant_id, sequence)
      )`);
    this.addSql(`create index audit_log_resource on audit_log (tenant_id, resource_type, resource_id, sequence desc)`);
    // SHA-256 over the hash before it and every column, in one spelling that does not depend on the session.
    this.addSql(`
      create function audit_hash(entry audit_log) returns text language sql immutable as $$
        select encode(sha256(convert_to(jsonb_build_array(
          entry.previous_hash, entry.tenant_id, entry.sequence, entry.id,
          to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_type, entry.actor_id,
          entry.api_key_id, entry.address, entry.request_id, entry.action, entry.resource_type, entry.resource_id,
          entry.before, entry.after)::text, 'UTF8')), 'hex')
      $$`);
    this.addSql(`
      create function record_audit(
        tenant uuid, at timestamptz, actor jsonb, action text, resource_type text, resource_id text, before jsonb,
        after jsonb
      ) returns bigint language plpgsql as $$
      declare
        entry audit_log;
      begin
        -- One writer for each tenant at a time, until its transaction ends; the next sees its row.
        perform pg_advisory_xact_lock(hashtextextended('audit ' || tenant, 0));
        select * into entry from audit_log log where log.tenant_id = tenant order by log.sequence desc limit 1;
        entry.previous_hash := coalesce(entry.hash, repeat('0', 64));
        entry.sequence := coalesce(entry.sequence, 0) + 1;
        entry.tenant_id := tenant;
        entry.id := gen_random_uuid();
        entry.at := at;
        entry.actor_type := actor ->> 'type';
        entry.actor_id := (actor ->> 'id')::uuid;
        entry.api_key_id := (actor ->> 'apiKeyId')::uuid;
        entry.address := actor ->> 'address';
        entry.request_id := actor ->> 'requestId';
        entry.action := action;
        entry.resource_type := resource_type;
        entry.resource_id := resource_id;
        entry.before := before;
        entry.after := after;
        entry.hash := audit_hash(entry);
        insert into audit_log select entry.*;
        return entry.sequence;
      end $$`);
    for (const statement of bindToTenant('audit_log')) this.addSql(statement);
  }
}
