import { Migration } from '@mikro-orm/migrations';
import { bindToTenant } from './row-level-security.js';

/** Signed heads of audit trails, and the agent of the client in their entries. */
export class Migration20261123034000_audit_heads extends Migration {
  override up(): void {
    this.addSql(`
      create table audit_heads (
        tenant_id uuid not null references tenants (id),
        -- Number of entries that it covers.
        size bigint not null check (size > 0),
        at timestamptz not null,
        -- The signed note, which is in the object store too.
        note text not null,
        -- Roots of the complete subtrees, the largest first, from which the tree grows.
        subtrees text[] not null,
        primary key (tenant_id, size)
      )`);
    for (const statement of bindToTenant('audit_heads')) this.addSql(statement);
    this.addSql(`alter table audit_log add column user_agent text`);
    // Entries without an agent, which all earlier ones are, have the hash that they had.
    this.addSql(`
      create or replace function audit_hash(entry audit_log) returns text language sql immutable as $$
        select encode(sha256(convert_to((jsonb_build_array(
          entry.previous_hash, entry.tenant_id, entry.sequence, entry.id,
          to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_type, entry.actor_id,
          entry.api_key_id, entry.address, entry.request_id, entry.action, entry.resource_type, entry.resource_id,
          entry.before, entry.after)
          || case when entry.user_agent is null then '[]' else jsonb_build_array(entry.user_agent) end
          )::text, 'UTF8')), 'hex')
      $$`);
    this.addSql(`
      create or replace function record_audit(
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
        entry.user_agent := left(actor ->> 'userAgent', 256);
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
  }
}
