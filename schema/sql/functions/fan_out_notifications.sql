CREATE OR REPLACE FUNCTION public.fan_out_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if not exists (
          select from added e join notification_rules r on r.tenant_id = e.tenant_id and r.paused_at is null
        ) then return null; end if;
        insert into notifications (tenant_id, rule_id, event, subject, data, occurred_at)
        select e.tenant_id, r.id, matched.event, e.subject, e.data || coalesce(matched.more, '{}'), e.created_at
        from added e
        cross join lateral (
          select 'control_failed' as event, c.framework, null::float8 as points,
            jsonb_build_object('framework_slug', c.framework) as more
          from catalogue_controls c
          where e.event = 'compliance.control_failed' and c.id = (e.data ->> 'control_uuid')::uuid
          union all
          select 'score_fell', nullif(split_part(e.subject, ' ', 2), 'overall'),
            round(((e.data ->> 'previous_score')::numeric - (e.data ->> 'new_score')::numeric), 1), null
          where e.event = 'compliance.score_changed'
          union all
          select 'scan_failed', null, null, null where e.event = 'scan.failed'
          union all
          select 'exception_ends_soon', null, null, null where e.event = 'exception.ends_soon'
          union all
          select 'assessment_ends_soon', null, null, null where e.event = 'compliance.assessment_ends_soon'
          union all
          select 'new_findings', null, null, jsonb_build_object('critical', counted.critical, 'high', counted.high)
          from (
            select count(*) filter (where f.severity = 0) as critical, count(*) filter (where f.severity = 1) as high
            from finding_scans s
            join findings f on f.tenant_id = s.tenant_id and f.integration_id = s.integration_id
              and f.until_scan is null and f.status = 'fail' and f.severity <= 1
              and f.since_scan = s.scan_no and f.first_seen_at = s.seen_at
            where e.event = 'scan.completed' and s.tenant_id = e.tenant_id
              and s.scan_id = (e.data ->> 'scan_job_id')::uuid
              and exists (
                select from notification_rules watching where watching.tenant_id = e.tenant_id
                  and watching.paused_at is null and 'new_findings' = any (watching.events))
          ) counted
          where counted.critical + counted.high > 0
        ) matched
        join notification_rules r on r.tenant_id = e.tenant_id and r.paused_at is null and matched.event = any (r.events)
        where (matched.event <> 'score_fell' or matched.points >= r.score_points)
          and (r.frameworks = '{}' or matched.event not in ('control_failed', 'score_fell') or matched.framework = any (r.frameworks))
        order by e.sequence
        for key share of r skip locked
        on conflict do nothing;
        return null;
      end $function$;
