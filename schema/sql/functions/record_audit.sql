CREATE OR REPLACE FUNCTION public.record_audit(tenant uuid, at timestamp with time zone, actor jsonb, action text, resource_type text, resource_id text, before jsonb, after jsonb)
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
            end $function$;
