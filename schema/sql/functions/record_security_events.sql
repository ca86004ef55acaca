CREATE OR REPLACE FUNCTION public.record_security_events(tenant uuid, events jsonb)
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
            end $function$;
