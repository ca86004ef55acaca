import { SYSTEM } from '../../access/actor.js';
import type { Worker } from '../../feature/feature.js';
import { HOUR, MINUTE, type Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { eachTenant } from '../../platform/database/each-tenant.js';
import { FairPool, pooled, type DueWork } from '../../platform/jobs/fair-pool.js';
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

/** Rules that one look finds, of each organization and of all together. */
const RULES = { ofTenant: 20, limit: 500 };
/** Rules that are sent at once, each in a transaction of its own. */
const SLOTS = 4;
/** Longest time for the messages of one rule, which are handed over within the database. */
const DEADLINE_MS = MINUTE;
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
  /** Rules by their turns. */
  readonly pool: FairPool<DueWork>;
  private hasMail = false;
  private isWaking = false;

  constructor(private readonly options: NotificationRunnerOptions) {
    const { database, clock, log } = options;
    this.pool = new FairPool({
      ...{ name: 'notifications.send', log, slots: SLOTS, deadlineMs: DEADLINE_MS },
      find: (without) =>
        database.within({ kind: 'system' }, () =>
          dueRules.all(database.fork(), { ...RULES, now: clock.now(), without }),
        ),
      work: (due) => this.send(due),
    });
  }

  /** Stores the outcomes that are known. */
  async settle(signal: AbortSignal): Promise<void> {
    const { database, clock, log } = this.options;
    const tenants = await database.within({ kind: 'system' }, () => tenantsWithQueued.all(database.fork()));
    for (const { tenantId } of tenants) {
      if (signal.aborted) return;
      try {
        await this.within(tenantId, (em) => settleMessages.run(em, { tenantId, now: clock.now() }));
      } catch (err) {
        log.error({ err, tenantId }, 'cannot store what became of the notifications of a tenant');
      }
    }
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

  /** @returns whether the rule waits for nothing, or for another time, that it did not before */
  private async send(rule: DueWork): Promise<boolean> {
    const outcome = await this.within(rule.tenantId, (em) => this.sendDue(em, rule));
    if (outcome === 'sent') await this.wakeMail();
    return outcome !== 'left';
  }

  /** Wakes the sender of mail, once for all that is handed over meanwhile. */
  private async wakeMail(): Promise<void> {
    this.hasMail = true;
    if (this.isWaking) return;
    this.isWaking = true;
    try {
      while (this.hasMail) {
        this.hasMail = false;
        await this.options.mailSender.wake();
      }
    } finally {
      this.isWaking = false;
    }
  }

  /** @returns what became of it: `left` where another process has it, or nothing is due */
  private async sendDue(em: EntityManager, key: DueWork): Promise<'sent' | 'settled' | 'left'> {
    const { clock, sender } = this.options;
    const now = clock.now();
    const locked = await lockRule.one(em, key);
    if (!locked || locked.isPaused) return 'left';
    const rule = { ...locked, tenantId: key.tenantId, id: key.id };
    const events = await waiting.all(em, { ...key, limit: EVENTS_AT_ONCE });
    const [oldest] = events;
    if (!oldest) return 'left';
    const at = sendTime(rule, { oldest: oldest.at, now });
    if (at > now) {
      await setNext(em, key, at);
      return 'settled';
    }
    const batchId = newId();
    const sent = await sender.send(em, { rule, batchId, events, isTest: false });
    if (sent.length === 0) {
      await this.endWithoutReceiver(em, rule, now);
      return 'settled';
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
    return 'sent';
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
    pooled(jobs, runner.pool, { sweep: { job: 'notifications.send', every: '10 seconds' } }),
    periodic(jobs, { name: 'notifications.settle', every: '10 seconds', run: (signal) => runner.settle(signal) }),
    periodic(jobs, { name: 'notifications.derive', every: '10 minutes', run: (signal) => runner.derive(signal) }),
    periodic(jobs, { name: 'notifications.prune', every: '1 hour', run: (signal) => runner.prune(signal) }),
  ];
}
