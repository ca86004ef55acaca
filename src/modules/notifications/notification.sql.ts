import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { dueInTurns, SAMPLE_LOOK, type DueLook } from '../../platform/jobs/due-in-turns.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { NotificationDelivery, NotificationEvent } from './notification-kinds.js';

interface Key {
  tenantId: string;
  id: string;
}

/** Waits until nobody else creates a rule of the tenant, and excludes others until the end of the transaction. */
export const lockCreation = statement({
  name: 'notifications.lock_creation',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    select from pg_advisory_xact_lock(hashtextextended('notification rules ' || ${tenantId}::text, 0))`,
  samples: [{ tenantId: '' }],
});

/**
 * Rules for which something waits whose time has come, or is not known; those of suspended organizations rest. Of each tenant the first
 * few, in turns by tenant, what has waited longest first. For the system scope.
 */
export const dueRules = statement({
  name: 'notifications.due_rules',
  row: { tenantId: 'uuid', id: 'uuid' },
  text: ({ now, without, ...look }: DueLook) =>
    dueInTurns(
      sql`
        select r.id, r.tenant_id, oldest.occurred_at as since from notification_rules r
        cross join lateral (
          select n.occurred_at from notifications n
          where n.tenant_id = r.tenant_id and n.rule_id = r.id and n.batch_id is null
          order by n.occurred_at, n.sequence limit 1
        ) oldest
        where r.paused_at is null and (r.next_at is null or r.next_at <= ${now}) and r.id <> all(${without}::uuid[])
          and not exists (select from tenants t where t.id = r.tenant_id and t.suspended_at is not null)`,
      look,
    ),
  samples: [SAMPLE_LOOK],
});

/**
 * A rule with everything that its messages depend on, locked until the transaction ends; no row where another process has it. New
 * events do not wait for the lock.
 */
export const lockRule = statement({
  name: 'notifications.lock_rule',
  row: {
    name: 'text',
    ownerId: 'uuid?',
    memberIds: 'uuid[]',
    webhookId: 'uuid?',
    delivery: text<NotificationDelivery>(),
    digestHour: 'int4?',
    quietFrom: 'text?',
    quietTo: 'text?',
    timezone: 'text!',
    organization: 'text',
    isPaused: 'bool!',
  },
  text: ({ tenantId, id }: Key) => sql`
    select r.name, r.owner_id as "ownerId", r.member_ids as "memberIds", r.webhook_id as "webhookId", r.delivery,
      r.digest_hour as "digestHour", r.quiet_from as "quietFrom", r.quiet_to as "quietTo",
      coalesce(r.timezone, t.timezone) as timezone, t.name as organization, r.paused_at is not null as "isPaused"
    from notification_rules r join tenants t on t.id = r.tenant_id
    where r.tenant_id = ${tenantId} and r.id = ${id}
    for no key update of r skip locked`,
  samples: [{ tenantId: '', id: '' }],
});

/** Due notifications of a rule, oldest first. */
export const waiting = statement({
  name: 'notifications.waiting',
  row: { id: 'uuid', event: text<NotificationEvent>(), data: json<Record<string, unknown>>(), at: 'timestamptz' },
  text: ({ tenantId, id, limit }: Key & { limit: number }) => sql`
    select id, event, data, occurred_at as at from notifications
    where tenant_id = ${tenantId} and rule_id = ${id} and batch_id is null
    order by occurred_at, sequence limit ${limit}`,
  samples: [{ tenantId: '', id: '', limit: 1 }],
});

/** Queues a message of a rule to its webhook, with the batch as the id of the event. No row where the webhook is disabled. */
export const queueMessage = statement({
  name: 'notifications.queue_message',
  row: { id: 'uuid' },
  text: ({ tenantId, webhookId, id, batchId, event, at, data }: QueuedMessage) => sql`
    insert into webhook_deliveries as queued (id, tenant_id, webhook_id, host, event_id, event, body)
    select ${id}, tenant_id, id, host, ${batchId}, ${event}, webhook_body(${event}, ${batchId}, ${at}, ${data}::jsonb)
    from webhooks where tenant_id = ${tenantId} and id = ${webhookId} and status = 'active'
    for key share
    returning queued.id`,
  samples: [{ tenantId: '', webhookId: '', id: '', batchId: '', event: '', at: new Date(0), data: '{}' }],
});

interface QueuedMessage extends Key {
  webhookId: string;
  batchId: string;
  event: string;
  at: Date;
  /** JSON. */
  data: string;
}

/** Tenants with messages whose outcome is not stored yet. For the system scope. */
export const tenantsWithQueued = statement({
  name: 'notifications.tenants_with_queued',
  row: { tenantId: 'uuid' },
  text: () => sql`select distinct tenant_id as "tenantId" from notification_messages where status = 'queued'`,
});

/** Where a message stands by what was handed over: the mail that waits or failed, or the delivery of the webhook. */
export const outcomeOf = sql`
  case when m.status <> 'queued' then m.status
    when m.delivery_id is null then case when mail.id is null then 'sent' when mail.failed_at is not null then 'failed' else 'queued' end
    when d.id is null then 'failed' when d.status = 'delivered' then 'sent' when d.status = 'failed' then 'failed' else 'queued'
  end`;

/** Why it failed; for what failed alone. */
export const faultOf = sql`
  case when m.status <> 'queued' then m.error
    when m.delivery_id is null then coalesce(
      'the mail server answered ' || (mail.last_error::jsonb ->> 'responseCode'), 'the mail server was not reached in time')
    when d.id is null then 'its webhook was deleted'
    when d.failure is not null then 'its webhook was disabled'
    else coalesce((
      select a.error from webhook_attempts a where a.tenant_id = d.tenant_id and a.delivery_id = d.id order by a.number desc limit 1
    ), 'no attempt arrived')
  end`;

/** What `outcomeOf` and `faultOf` of a message `m` look at. */
export const handedOver = sql`
  left join mails mail on mail.tenant_id = m.tenant_id and mail.reference = 'notification ' || m.id
  left join webhook_deliveries d on d.tenant_id = m.tenant_id and d.id = m.delivery_id`;

/** Stores the outcomes that are known by now, before what was handed over is removed. */
export const settleMessages = statement({
  name: 'notifications.settle_messages',
  row: {},
  text: ({ tenantId, now }: { tenantId: string; now: Date }) => sql`
    update notification_messages settled set status = known.outcome, completed_at = ${now},
      error = case when known.outcome = 'failed' then known.fault end
    from (
      select m.id, ${outcomeOf} as outcome, ${faultOf} as fault from notification_messages m ${handedOver}
      where m.tenant_id = ${tenantId} and m.status = 'queued'
    ) known
    where settled.tenant_id = ${tenantId} and settled.id = known.id and settled.status = 'queued' and known.outcome <> 'queued'`,
  samples: [{ tenantId: '', now: new Date(0) }],
});

/**
 * Events that no change reports: uploaded evidence that ends soon, and work items that are due, each once for every rule. Of a document with
 * several versions the newest counts on which an assessment or an exception in force rests, or the current one where none does.
 */
export const addDerived = statement({
  name: 'notifications.add_derived',
  row: {},
  text: ({ tenantId, now, days }: { tenantId: string; now: Date; days: number }) => sql`
    with zone as (select timezone, (${now}::timestamptz at time zone timezone)::date as today from tenants where id = ${tenantId}),
    derived as (
      select 'evidence_ends_soon' as event, 'evidence ' || e.id || ' ends' as subject, null::uuid as concerns,
        jsonb_build_object('evidence_id', e.id, 'title', e.title, 'ends_on', (e.expires_at at time zone zone.timezone)::date) as data
      from evidence e cross join zone
      where e.tenant_id = ${tenantId} and e.type = 'manual' and e.expires_at > ${now}
        and e.expires_at <= ${now}::timestamptz + make_interval(days => ${days})
        and not exists (select from evidence_withdrawals w where w.tenant_id = e.tenant_id and w.evidence_id = e.id)
        and ${isWhatCounts()}
      union all
      select 'work_item_due', 'work_item ' || w.id || ' due ' || w.due_on, w.owner_id,
        jsonb_build_object('work_item_id', w.id, 'title', w.title, 'due_on', w.due_on)
      from work_items w cross join zone
      where w.tenant_id = ${tenantId} and w.state in ('open', 'in_progress') and w.due_on between zone.today and zone.today + 1
    )
    insert into notifications (tenant_id, rule_id, event, subject, data, occurred_at)
    select ${tenantId}, r.id, derived.event, derived.subject, derived.data, ${now}
    from derived
    join notification_rules r on r.tenant_id = ${tenantId} and r.paused_at is null and derived.event = any (r.events)
      and (derived.event <> 'work_item_due' or r.owner_id is null or r.owner_id = derived.concerns)
    order by derived.data ->> 'ends_on', derived.data ->> 'due_on', derived.subject
    for key share of r skip locked
    on conflict do nothing`,
  samples: [{ tenantId: '', now: new Date(0), days: 1 }],
});

/** Condition that an artifact `e` is the only version of its document, or the one that is relied on: see `addDerived`. */
function isWhatCounts() {
  return sql`coalesce((
    select e.id = (
      select o.evidence_id from evidence_versions o
      left join evidence_withdrawals w on w.tenant_id = o.tenant_id and w.evidence_id = o.evidence_id
      cross join lateral (
        select w.evidence_id is null and (exists (
            select from assessments a
            where a.tenant_id = o.tenant_id and o.evidence_id = any(a.evidence_ids) and a.status <> 'not_assessed'
              and not exists (
                select from assessments newer
                where newer.tenant_id = a.tenant_id and newer.universal_no = a.universal_no
                  and (newer.created_at, newer.id) > (a.created_at, a.id))
          ) or exists (
            select from exceptions x
            where x.tenant_id = o.tenant_id and o.evidence_id = any(x.evidence_ids) and x.status in ('proposed', 'approved')
          )) as relied_on
      ) used
      where o.tenant_id = v.tenant_id and o.document_id = v.document_id
      order by used.relied_on desc, o.is_current desc, o.version desc limit 1
    )
    from evidence_versions v where v.tenant_id = e.tenant_id and v.evidence_id = e.id
  ), true)`;
}

/** Deletes rules of people who are no members any more, with what waits for them and their logs. */
export const deleteRulesOfFormer = statement({
  name: 'notifications.delete_rules_of_former',
  row: {},
  text: ({ tenantId }: { tenantId: string }) => sql`
    delete from notification_rules r using users u
    where r.tenant_id = ${tenantId} and u.tenant_id = r.tenant_id and u.id = r.owner_id and u.removed_at is not null`,
  samples: [{ tenantId: '' }],
});
