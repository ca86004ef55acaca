/**
 * Functions of the schema as a cluster needs them, in the place of those of the migrations. Triggers run on the workers, on the shard
 * of an organization: what they read and write there is asked for by its `tenant_id`, row by row, and stays on that worker.
 */
export const DISTRIBUTED_FUNCTIONS: readonly string[] = [
  // Only `set local` is passed on to the workers; an empty one would cost as much as one that says something.
  `create or replace function bind_scope(tenant_id text, login_email text, credential text, system text, account_id text)
   returns text language plpgsql as $function$
     declare
       names text[] := array['app.tenant_id', 'app.login_email', 'app.credential', 'app.system', 'app.account_id'];
       wanted text[] := array[tenant_id, login_email, credential, system, account_id];
     begin
       perform set_config('citus.propagate_set_commands', 'local', true), set_config('citus.multi_shard_modify_mode', 'sequential', true);
       for i in 1 .. 5 loop
         if coalesce(current_setting(names[i], true), '') <> coalesce(wanted[i], '') then
           execute format('set local %s = %L', names[i], coalesce(wanted[i], ''));
         end if;
       end loop;
       return tenant_id;
     end $function$`,
  `create or replace function fan_out_events() returns trigger language plpgsql
   set citus.allow_nested_distributed_execution = on as $function$
     declare
       e record;
       w record;
     begin
       for e in select * from added loop
         for w in
           select id, host from webhooks where tenant_id = e.tenant_id and status = 'active'
             and (e.event = any (events) or '*' = any (events))
           for key share skip locked
         loop
           insert into webhook_deliveries (id, tenant_id, webhook_id, host, event_id, event, body)
           values (gen_random_uuid(), e.tenant_id, w.id, w.host, e.id, e.event, webhook_body(e.event, e.id, e.created_at, e.data));
         end loop;
       end loop;
       return null;
     end $function$`,
  `create or replace function fan_out_notifications() returns trigger language plpgsql
   set citus.allow_nested_distributed_execution = on as $function$
     declare
       e record;
       r record;
       kind text;
       framework text;
       points float8;
       more jsonb;
       critical bigint;
       high bigint;
     begin
       for e in select * from added order by sequence loop
         if not exists (select from notification_rules where tenant_id = e.tenant_id and paused_at is null) then continue; end if;
         framework := null;
         points := null;
         more := '{}';
         kind := case e.event
           when 'compliance.control_failed' then 'control_failed' when 'compliance.score_changed' then 'score_fell'
           when 'scan.failed' then 'scan_failed' when 'exception.ends_soon' then 'exception_ends_soon'
           when 'compliance.assessment_ends_soon' then 'assessment_ends_soon' when 'scan.completed' then 'new_findings' end;
         if kind is null then continue; end if;
         if kind = 'control_failed' then
           select c.framework into framework from catalogue_controls c where c.id = (e.data ->> 'control_uuid')::uuid;
           more := jsonb_build_object('framework_slug', framework);
         elsif kind = 'score_fell' then
           framework := nullif(split_part(e.subject, ' ', 2), 'overall');
           points := round(((e.data ->> 'previous_score')::numeric - (e.data ->> 'new_score')::numeric), 1);
         elsif kind = 'new_findings' then
           select count(*) filter (where f.severity = 0), count(*) filter (where f.severity = 1) into critical, high
           from finding_scans s
           join findings f on f.tenant_id = s.tenant_id and f.integration_id = s.integration_id
             and f.until_scan is null and f.status = 'fail' and f.severity <= 1
             and f.since_scan = s.scan_no and f.first_seen_at = s.seen_at
           where s.tenant_id = e.tenant_id and f.tenant_id = e.tenant_id and s.scan_id = (e.data ->> 'scan_job_id')::uuid;
           if critical + high = 0 then continue; end if;
           more := jsonb_build_object('critical', critical, 'high', high);
         end if;
         for r in
           select id from notification_rules
           where tenant_id = e.tenant_id and paused_at is null and kind = any (events)
             and (kind <> 'score_fell' or points >= score_points)
             and (frameworks = '{}' or kind not in ('control_failed', 'score_fell') or framework = any (frameworks))
           for key share skip locked
         loop
           insert into notifications (tenant_id, rule_id, event, subject, data, occurred_at)
           values (e.tenant_id, r.id, kind, e.subject, e.data || more, e.created_at)
           on conflict do nothing;
         end loop;
       end loop;
       return null;
     end $function$`,
  `alter function count_listed() set citus.allow_nested_distributed_execution = on`,
  `alter function read_tickets_of_work_item() set citus.allow_nested_distributed_execution = on`,
];
