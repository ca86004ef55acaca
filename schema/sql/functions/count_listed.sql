CREATE OR REPLACE FUNCTION public.count_listed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        declare
          changed record;
        begin
          -- In one order, so that transactions do not wait for each other in a circle.
          for changed in execute format(
            'select tenant_id, (%s) collate "C" as subset, count(*) as rows from changed_rows group by 1, 2 order by 1, 2', tg_argv[1])
          loop
            if tg_op = 'INSERT' then
              insert into list_counts (tenant_id, list, subset, rows)
              values (changed.tenant_id, tg_argv[0], changed.subset, changed.rows)
              on conflict (tenant_id, list, subset) do update set rows = list_counts.rows + excluded.rows;
            else
              update list_counts set rows = rows - changed.rows
              where tenant_id = changed.tenant_id and list = tg_argv[0] and subset = changed.subset;
            end if;
          end loop;
          return null;
        end $function$;
