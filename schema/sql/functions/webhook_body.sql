CREATE OR REPLACE FUNCTION public.webhook_body(event text, event_id uuid, at timestamp with time zone, data jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
        select format('{"event":%s,"event_id":"%s","timestamp":"%s","data":%s}', to_json(event), event_id,
          to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), data)
      $function$;
