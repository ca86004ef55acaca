CREATE OR REPLACE FUNCTION public.score_percent(passed bigint, total bigint)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
AS $function$ select case when total = 0 then 0 else (round(1000.0 * passed / total) / 10)::double precision end $function$;
