import { Migration } from '@mikro-orm/migrations';
import { bindToTenant, IS_SYSTEM } from './row-level-security.js';

const TABLES = ['notification_rules', 'notifications', 'notification_messages'];

/** Rules of who is notified of which events, what waits to be sent by them, and the log of the messages. */
export class Migration20261127100000_notification_rules extends Migration {
  override up(): void {
    this.rules();
    this.notifications();
    this.messages();
    for (const table of TABLES) for (const statement of bindToTenant(table)) this.addSql(statement);
    this.addSql(`create policy notification_rules_system on notification_rules for select using (${IS_SYSTEM})`);
    this.addSql(
      `create policy notifications_system on notifications for select using (${IS_SYSTEM} and batch_id is null)`,
    );
    this.addSql(
      `create policy notification_messages_system on notification_messages for select using (${IS_SYSTEM} and status = 'queued')`,
    );
    this.fanOut();
  }

  private rules(): void {
    this.addSql(`
      create table notification_rules (
        id uuid primary key,
        tenant_id uuid not null references tenants (id),
        name text not null,
        -- Whose rule it is and its only receiver; null for a rule of the organization.
        owner_id uuid,
        -- Receivers of a rule of the organization: members by mail, or a webhook. Neither where the webhook was deleted.
        member_ids uuid[] not null default '{}',
        webhook_id uuid,
        events text[] not null check (cardinality(events) >= 1),
        -- Points by which a score has to fall.
        score_points integer not null check (score_points between 1 and 100),
        -- Slugs; none for every framework.
        frameworks text[] not null,
        delivery text not null check (delivery in ('at_once', 'digest')),
        digest_hour integer check (digest_hour between 0 and 23),
        -- IANA name; null for that of the organization.
        timezone text,
        -- Local times, HH:MM.
        quiet_from text,
        quiet_to text,
        paused_at timestamptz,
        pause_reason text check (pause_reason in ('person', 'unsubscribed', 'no_receiver')),
        -- When what waits is sent; null where that has to be worked out.
        next_at timestamptz,
        created_by uuid not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (tenant_id, id),
        check ((delivery = 'digest') = (digest_hour is not null)),
        check (num_nonnulls(quiet_from, quiet_to) in (0, 2) and quiet_from is distinct from quiet_to or quiet_from is null),
        check (num_nonnulls(paused_at, pause_reason) in (0, 2)),
        check (cardinality(member_ids) = 0 or num_nonnulls(owner_id, webhook_id) = 0),
        check (num_nonnulls(owner_id, webhook_id) <= 1),
        foreign key (tenant_id, owner_id) references users (tenant_id, id),
        foreign key (tenant_id, created_by) references users (tenant_id, id),
        foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete set null (webhook_id)
      )`);
    this.addSql('create index notification_rules_of_tenant on notification_rules (tenant_id, created_at, id)');
    this.addSql(
      'create index notification_rules_of_webhook on notification_rules (tenant_id, webhook_id) where webhook_id is not null',
    );
  }

  private notifications(): void {
    this.addSql(`
      create table notifications (
        id uuid primary key default gen_random_uuid(),
        tenant_id uuid not null,
        rule_id uuid not null,
        sequence bigint generated always as identity,
        event text not null,
        -- What it is about, once for each rule.
        subject text not null,
        data jsonb not null,
        occurred_at timestamptz not null,
        -- The messages that describe it; null while it waits.
        batch_id uuid,
        batched_at timestamptz,
        unique (tenant_id, rule_id, subject),
        check (num_nonnulls(batch_id, batched_at) in (0, 2)),
        foreign key (tenant_id, rule_id) references notification_rules (tenant_id, id) on delete cascade
      )`);
    this.addSql(
      'create index notifications_waiting on notifications (tenant_id, rule_id, occurred_at, sequence) where batch_id is null',
    );
    this.addSql(
      'create index notifications_batched on notifications (tenant_id, batched_at) where batched_at is not null',
    );
  }

  private messages(): void {
    this.addSql(`
      create table notification_messages (
        id uuid primary key,
        tenant_id uuid not null,
        rule_id uuid not null,
        batch_id uuid not null,
        -- Member that it went to by mail, or delivery of a webhook; neither where no receiver is left.
        user_id uuid,
        delivery_id uuid,
        is_test boolean not null,
        -- Kinds of the events, each once, and how many there are.
        events text[] not null,
        event_count integer not null,
        status text not null check (status in ('queued', 'sent', 'failed')),
        error text,
        created_at timestamptz not null,
        completed_at timestamptz,
        unique (tenant_id, id),
        check ((status = 'queued') = (completed_at is null)),
        check (num_nonnulls(user_id, delivery_id) <= 1),
        foreign key (tenant_id, rule_id) references notification_rules (tenant_id, id) on delete cascade,
        foreign key (tenant_id, user_id) references users (tenant_id, id)
      )`);
    this.addSql(
      'create index notification_messages_newest on notification_messages (tenant_id, rule_id, created_at desc, id desc)',
    );
    this.addSql(
      `create index notification_messages_queued on notification_messages (tenant_id) where status = 'queued'`,
    );
    this.addSql('create index notification_messages_old on notification_messages (tenant_id, created_at)');
  }

  /** What waits for each rule, in the transaction of the event. A rule that is being deleted is left out, and makes nobody wait. */
  private fanOut(): void {
    this.addSql(`
      create function fan_out_notifications() returns trigger language plpgsql as $$
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
      end $$`);
    this.addSql(`
      create trigger outbox_notify after insert on outbox referencing new table as added
      for each statement execute function fan_out_notifications()`);
  }
}
