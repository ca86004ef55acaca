import { Migration } from '@mikro-orm/migrations';

/**
 * What binds the rest of a transaction to another scope, as one function: `distribute` replaces it by one that binds the workers of
 * a cluster too; and what writes to the two ledgers, in a form that both can run.
 */
export class Migration20261129010000_distributable_functions extends Migration {
  override up(): void {
    this.addSql(`
      create function bind_scope(tenant_id text, login_email text, credential text, system text, account_id text)
      returns text language plpgsql as $function$
        begin
          perform set_config('app.tenant_id', tenant_id, true), set_config('app.login_email', login_email, true),
            set_config('app.credential', credential, true), set_config('app.system', system, true),
            set_config('app.account_id', account_id, true);
          return tenant_id;
        end
      $function$`);
    // Row by row: a set would be copied into a distributed table, which row level security excludes there.
    this.addSql(`
      create or replace function record_audit(tenant uuid, at timestamp with time zone, actor jsonb, action text, resource_type text, resource_id text, before jsonb, after jsonb)
       RETURNS bigint
       LANGUAGE plpgsql
      AS $function$
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
              insert into audit_log values (entry.*);
              return entry.sequence;
            end $function$`);
    this.addSql(`
      create or replace function record_security_events(tenant uuid, events jsonb)
       RETURNS bigint
       LANGUAGE plpgsql
      AS $function$
            declare
              latest bigint;
              event record;
            begin
              -- One writer for each tenant at a time, until its transaction ends: numbers are visible in their order.
              perform pg_advisory_xact_lock(hashtextextended('security ' || tenant, 0));
              select coalesce(max(sequence), 0) into latest from security_events where tenant_id = tenant;
              for event in select e, place from jsonb_array_elements(events) with ordinality as recorded (e, place) order by place loop
                insert into security_events (tenant_id, sequence, id, at, kind, outcome, count, actor_type, actor_id,
                  api_key_id, session_id, user_id, address, user_agent, request_id, resource_type, resource_id, details)
                values (tenant, latest + event.place, (event.e ->> 'id')::uuid, (event.e ->> 'at')::timestamptz, event.e ->> 'kind',
                  event.e ->> 'outcome', (event.e ->> 'count')::integer, event.e ->> 'actorType', (event.e ->> 'actorId')::uuid,
                  (event.e ->> 'apiKeyId')::uuid, (event.e ->> 'sessionId')::uuid, (event.e ->> 'userId')::uuid, event.e ->> 'address',
                  event.e ->> 'userAgent', event.e ->> 'requestId', event.e ->> 'resourceType', event.e ->> 'resourceId',
                  nullif(event.e -> 'details', 'null'::jsonb));
              end loop;
              return latest + jsonb_array_length(events);
            end $function$`);
  }
}
