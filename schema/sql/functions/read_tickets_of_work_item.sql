CREATE OR REPLACE FUNCTION public.read_tickets_of_work_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update tickets set next_at = new.changed_at, failures = 0
        where tenant_id = new.tenant_id and work_item_id = new.id and status = 'linked';
        return null;
      end $function$;
