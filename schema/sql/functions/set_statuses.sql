CREATE OR REPLACE FUNCTION public.set_statuses(statuses bytea, nos integer[], codes integer[])
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE STRICT
AS $function$
      declare
        missing integer := (select max(n) from unnest(nos) n) + 1 - length(statuses);
      begin
        if missing > 0 then
          statuses := statuses || decode(repeat('00', missing), 'hex');
        end if;
        for i in 1 .. coalesce(array_length(nos, 1), 0) loop
          statuses := set_byte(statuses, nos[i], codes[i]);
        end loop;
        return statuses;
      end $function$;
