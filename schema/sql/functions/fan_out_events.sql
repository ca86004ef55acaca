CREATE OR REPLACE FUNCTION public.fan_out_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body)
        select gen_random_uuid(), e.tenant_id, w.id, w.host, e.id, e.event,
          webhook_body(e.event, e.id, e.created_at, e.data)
        from added e
        join webhooks w on w.tenant_id = e.tenant_id and w.status = 'active'
          and (e.event = any (w.events) or '*' = any (w.events))
        for key share of w skip locked;
        if found then
          perform pg_notify('crosswalk', json_build_object('topic', 'delivery', 'tenantId', '*', 'id', '')::text);
        end if;
        return null;
      end $function$;
