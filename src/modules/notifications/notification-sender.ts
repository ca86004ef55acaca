import { DEFAULT_LANGUAGE, languageOf } from '../../messages/language.js';
import { shortWithoutLinks } from '../../messages/without-links.rules.js';
import { DAY, type Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import type { RowOf } from '../../platform/database/statement-row.js';
import type { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { wakeWorkers } from '../webhooks/delivery-wake.js';
import { NOTIFICATION } from '../webhooks/message-format.rules.js';
import { wordsOf, type RuleEvent } from './event-words.rules.js';
import { DESCRIBED_MAX, notificationMail } from './notification-mail.rules.js';
import { queueMessage, type lockRule } from './notification.sql.js';
import type { UnsubscribeLinks } from './unsubscribe-links.js';

/** Time after which a mail is not sent any more. */
const MAIL_LIFETIME_MS = 7 * DAY;

export interface NotificationSenderOptions {
  mails: OutgoingMails;
  links: UnsubscribeLinks;
  publicUrl: PublicUrl;
  clock: Clock;
}

/** A rule whose messages are written, with its key. */
export type LockedRule = RowOf<(typeof lockRule)['row']> & { tenantId: string; id: string };

export interface Batch {
  rule: LockedRule;
  batchId: string;
  /** The oldest first; none in a test. */
  events: readonly RuleEvent[];
  isTest: boolean;
}

interface Receiver {
  userId: string;
  email: string;
  /** Null where it is not known. */
  language: string | null;
}

/**
 * Writes the messages of rules, and hands them to the queue of mails or of webhooks in the same transaction: from there on they are sent
 * whatever dies, and what dies before leaves nothing behind.
 */
export class NotificationSender {
  constructor(private readonly options: NotificationSenderOptions) {}

  /**
   * Hands over a message to each receiver of a rule that is one still.
   * @returns the ids of the messages; none where nobody is left
   */
  async send(em: EntityManager, batch: Batch): Promise<string[]> {
    const { webhookId } = batch.rule;
    if (webhookId !== null) return [await this.toWebhook(em, batch, webhookId)];
    const ids: string[] = [];
    for (const receiver of await receiversOf(em, batch.rule)) ids.push(await this.toMember(em, batch, receiver));
    return ids;
  }

  private async toMember(em: EntityManager, batch: Batch, { userId, email, language }: Receiver): Promise<string> {
    const { mails, links, publicUrl, clock } = this.options;
    const { rule, events, isTest } = batch;
    const { tenantId, id: ruleId } = rule;
    const id = newId();
    await mails.add(em, tenantId, {
      reference: `notification ${id}`,
      mail: notificationMail({
        ...{ to: email, language: languageOf(language), organization: rule.organization, rule: rule.name },
        ...{ timezone: rule.timezone, events, isTest },
        baseUrl: publicUrl.href,
        unsubscribeUrl: links.urlOf({ tenantId, ruleId, userId }),
      }),
      expiresAt: new Date(clock.now().getTime() + MAIL_LIFETIME_MS),
    });
    await this.record(em, batch, { id, userId });
    return id;
  }

  private async toWebhook(em: EntityManager, batch: Batch, webhookId: string): Promise<string> {
    const { publicUrl, clock } = this.options;
    const { rule, events, isTest, batchId } = batch;
    const described = events.slice(0, DESCRIBED_MAX).map((event) => {
      const { title, text, path } = wordsOf(event, DEFAULT_LANGUAGE);
      return { event: event.event, title, text, url: `${publicUrl.href}${path}`, at: event.at.toISOString() };
    });
    const data = {
      ...{ rule_id: rule.id, rule: shortWithoutLinks(rule.name), is_test: isTest, event_count: events.length },
      events: described,
    };
    const id = newId();
    const queued = await queueMessage.one(em, {
      ...{ tenantId: rule.tenantId, webhookId, id: newId(), batchId, event: NOTIFICATION, at: clock.now() },
      data: JSON.stringify(data),
    });
    if (queued) await wakeWorkers(em);
    await this.record(em, batch, queued ? { id, deliveryId: queued.id } : { id, error: 'its webhook is disabled' });
    return id;
  }

  private async record(
    em: EntityManager,
    { rule, batchId, events, isTest }: Batch,
    { id, userId = null, deliveryId = null, error = null }: Recorded,
  ): Promise<void> {
    const at = this.options.clock.now();
    await query(em)
      .insertInto('notification_messages')
      .values({
        ...{
          id,
          tenant_id: rule.tenantId,
          rule_id: rule.id,
          batch_id: batchId,
          user_id: userId,
          delivery_id: deliveryId,
        },
        ...{ is_test: isTest, events: [...new Set(events.map(({ event }) => event))], event_count: events.length },
        ...{ status: error === null ? 'queued' : 'failed', error, created_at: at },
        completed_at: error === null ? null : at,
      })
      .execute();
  }
}

interface Recorded {
  id: string;
  userId?: string | null;
  deliveryId?: string | null;
  error?: string | null;
}

/** Receivers by mail: the owner of a rule or those that it names, as far as they are members. */
function receiversOf(em: EntityManager, { tenantId, ownerId, memberIds }: LockedRule): Promise<Receiver[]> {
  const ids = ownerId === null ? memberIds : [ownerId];
  if (ids.length === 0) return Promise.resolve([]);
  return query(em)
    .selectFrom('users')
    .select(['id as userId', 'email', 'language'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
}
