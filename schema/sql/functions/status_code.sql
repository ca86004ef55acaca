CREATE OR REPLACE FUNCTION public.status_code(statuses bytea, no integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$ select case when no < length(statuses) then get_byte(statuses, no) else 0 end $function$;
