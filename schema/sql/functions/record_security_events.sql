CREATE OR REPLACE FUNCTION public.record_security_events(tenant uuid, events jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
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
      end $function$;
