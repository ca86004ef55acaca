import { SYSTEM } from '../../access/actor.js';
import type { Worker } from '../../feature/feature.js';
import { HOUR, type Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { periodic } from '../../platform/jobs/periodic.js';
import type { Log } from '../../platform/log.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import { recordAuditAs } from '../audit/audit.js';
import { ENDS_SOON_DAYS } from './notification-kinds.js';
import type { NotificationSender, LockedRule } from './notification-sender.js';
import {
  addDerived,
  deleteRulesOfFormer,
  dueRules,
  lockRule,
  settleMessages,
  tenantsWithQueued,
  waiting,
} from './notification.sql.js';
import { sendTime } from './send-time.rules.js';

const RULES_AT_ONCE = 100;
/** Largest number of events in one message; the next message has the rest. */
const EVENTS_AT_ONCE = 1_000;
/** Time for which the log is stored. Our choice, as that of deliveries. */
const RETENTION_MS = 30 * 24 * HOUR;

export interface NotificationRunnerOptions {
  database: Database;
  sender: NotificationSender;
  mailSender: Pick<MailSender, 'wake'>;
  clock: Clock;
  log: Log;
}

/** Sends what waits, at the times of its rules. Every step is one transaction, so that several processes may do them at once. */
export class NotificationRunner {
  constructor(private readonly options: NotificationRunnerOptions) {}

  /** Sends what is due, and stores the outcomes that are known. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, clock, log, mailSender } = this.options;
    const due = await database.within({ kind: 'system' }, () =>
      dueRules.all(database.fork(), { now: clock.now(), limit: RULES_AT_ONCE }),
    );
    let isSent = false;
    for (const { tenantId, id } of due) {
      if (signal.aborted) return;
      try {
        isSent = (await this.within(tenantId, (em) => this.sendDue(em, { tenantId, id }))) || isSent;
      } catch (err) {
        log.error({ err, ruleId: id }, 'cannot send what waits for a notification rule');
      }
    }
    if (isSent) await mailSender.wake();
    await this.settle(signal);
  }

  /** Adds the events that no change reports. */
  async derive(signal: AbortSignal): Promise<void> {
    const { database, clock, log } = this.options;
    await eachTenant({ database, log, signal, task: 'find what ends soon or is due' }, async (tenantId) => {
      await addDerived.run(database.fork(), { tenantId, now: clock.now(), days: ENDS_SOON_DAYS });
    });
  }

  /** Deletes what is older than the retention, and rules of people who have left. */
  async prune(signal: AbortSignal): Promise<void> {
    const { database, clock, log } = this.options;
    const before = new Date(clock.now().getTime() - RETENTION_MS);
    await eachTenant({ database, log, signal, task: 'prune notifications' }, async (tenantId) => {
      const em = database.fork();
      await deleteRulesOfFormer.run(em, { tenantId });
      await query(em)
        .deleteFrom('notification_messages')
        .where('tenant_id', '=', tenantId)
        .where('created_at', '<', before)
        .where('status', '<>', 'queued')
        .execute();
      // What was sent is stored for longer than anything is announced before its end: it is sent once.
      await query(em)
        .deleteFrom('notifications')
        .where('tenant_id', '=', tenantId)
        .where('batched_at', '<', new Date(before.getTime() - RETENTION_MS))
        .execute();
    });
  }

  /** @returns whether messages were handed over */
  private async sendDue(em: EntityManager, key: { tenantId: string; id: string }): Promise<boolean> {
    const { clock, sender } = this.options;
    const now = clock.now();
    const locked = await lockRule.one(em, key);
    if (!locked || locked.isPaused) return false;
    const rule = { ...locked, ...key };
    const events = await waiting.all(em, { ...key, limit: EVENTS_AT_ONCE });
    const [oldest] = events;
    if (!oldest) return false;
    const at = sendTime(rule, { oldest: oldest.at, now });
    if (at > now) {
      await setNext(em, key, at);
      return false;
    }
    const batchId = newId();
    const sent = await sender.send(em, { rule, batchId, events, isTest: false });
    if (sent.length === 0) {
      await this.endWithoutReceiver(em, rule, now);
      return false;
    }
    await query(em)
      .updateTable('notifications')
      .set({ batch_id: batchId, batched_at: now })
      .where('tenant_id', '=', key.tenantId)
      .where('rule_id', '=', key.id)
      .where(
        'id',
        'in',
        events.map(({ id }) => id),
      )
      .execute();
    await setNext(em, key, null);
    return true;
  }

  /** Deletes a rule of somebody who has left, and pauses one of the organization that has no receiver any more. */
  private async endWithoutReceiver(em: EntityManager, rule: LockedRule, now: Date): Promise<void> {
    const { tenantId, id } = rule;
    if (rule.ownerId !== null) {
      await query(em).deleteFrom('notification_rules').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
      return;
    }
    await query(em)
      .updateTable('notification_rules')
      .set({ paused_at: now, pause_reason: 'no_receiver', updated_at: now })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await recordAuditAs(SYSTEM, em, {
      ...{ tenantId, at: now, action: 'notification_rule.paused', resourceType: 'notification_rule', resourceId: id },
      ...{ before: { isPaused: false }, after: { isPaused: true, reason: 'no_receiver' } },
    });
  }

  private async settle(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.options;
    const tenants = await database.within({ kind: 'system' }, () => tenantsWithQueued.all(database.fork()));
    for (const { tenantId } of tenants) {
      if (signal.aborted) return;
      await this.within(tenantId, (em) => settleMessages.run(em, { tenantId, now: clock.now() }));
    }
  }

  private within<T>(tenantId: string, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const { database } = this.options;
    return database.within({ kind: 'tenant', tenantId }, () => database.fork().transactional(work));
  }
}

async function setNext(em: EntityManager, { tenantId, id }: { tenantId: string; id: string }, at: Date | null) {
  await query(em)
    .updateTable('notification_rules')
    .set({ next_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Workers of notifications, and how often each looks. */
export function notificationWorkers(jobs: Jobs, runner: NotificationRunner): Worker[] {
  return [
    periodic(jobs, { name: 'notifications.send', every: '10 seconds', run: (signal) => runner.run(signal) }),
    periodic(jobs, { name: 'notifications.derive', every: '10 minutes', run: (signal) => runner.derive(signal) }),
    periodic(jobs, { name: 'notifications.prune', every: '1 hour', run: (signal) => runner.prune(signal) }),
  ];
}
