CREATE OR REPLACE FUNCTION public.audit_hash(entry audit_log)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
        select encode(sha256(convert_to((jsonb_build_array(
          entry.previous_hash, entry.tenant_id, entry.sequence, entry.id,
          to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_type, entry.actor_id,
          entry.api_key_id, entry.address, entry.request_id, entry.action, entry.resource_type, entry.resource_id,
          entry.before, entry.after)
          || case when entry.user_agent is null then '[]' else jsonb_build_array(entry.user_agent) end
          )::text, 'UTF8')), 'hex')
      $function$;
