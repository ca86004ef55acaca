import type { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import { recordAudit } from '../audit/audit.js';
import type { ActionOn } from '../audit/audit-actions.js';
import { findFramework } from '../catalogue/catalogue.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import { NotificationRuleEntity, type NotificationRule } from './notification-rule.entity.js';
import { visibleTo } from './notification-rule.read.js';
import type { NotificationSender } from './notification-sender.js';
import { lockCreation, lockRule } from './notification.sql.js';
import { checkedFields, FIELDS_DEFAULT, type RuleFields } from './rule-fields.rules.js';

/** Rules of a person, and of the organization. Our choice. */
export const RULES_MAX = { person: 10, organization: 20 };

/** Changes of a rule; what is omitted stays. */
export type RuleChanges = Partial<RuleFields>;

export interface NotificationRuleServiceParts {
  sender: NotificationSender;
  mailSender: Pick<MailSender, 'wake'>;
  /** Of tests. */
  quota: TenantQuota;
}

/** Rules of people, which they alone see, and of the organization, which everybody sees and admins change. */
export class NotificationRuleService {
  constructor(private readonly parts: NotificationRuleServiceParts) {}

  /**
   * @param isOfOrganization whether it is a rule of the organization, not of the caller
   * @returns the id
   * @throws {AppError} FORBIDDEN for one of the organization unless an admin asks; VALIDATION_FAILED; CONFLICT at the limit
   */
  async create(
    ctx: RequestContext,
    given: RuleChanges & Pick<RuleFields, 'name' | 'events'>,
    isOfOrganization: boolean,
  ): Promise<string> {
    if (ctx.knownEffect !== null) return ctx.knownEffect;
    const { tenantId, userId } = ctx.viewer;
    const ownerId = isOfOrganization ? null : userId;
    assertMayChange(ctx, ownerId);
    const fields = checkedFields(withFrameworks(ctx, { ...FIELDS_DEFAULT, ...given }), ownerId !== null);
    const id = newId();
    await ctx.em.transactional(async (em) => {
      await assertBelowLimit(em, tenantId, ownerId);
      await assertReceivers(em, tenantId, fields);
      const at = ctx.clock.now();
      em.create(NotificationRuleEntity, {
        ...{ id, tenantId, ownerId, ...stored(fields), nextAt: null, createdBy: userId, createdAt: at, updatedAt: at },
        ...(fields.isPaused ? { pausedAt: at, pauseReason: 'person' } : { pausedAt: null, pauseReason: null }),
      });
      await audit(ctx, em, { action: 'created', id, before: null, after: { isOfOrganization, ...fields } });
      await ctx.recordEffect(em, id);
    });
    return id;
  }

  /** @throws {AppError} NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, VALIDATION_FAILED */
  async update(ctx: RequestContext, id: string, changes: RuleChanges): Promise<void> {
    await ctx.em.transactional(async (em) => {
      const rule = await lockVisible(ctx, em, id);
      const before = fieldsOf(rule);
      const isAtOnce = changes.delivery === 'at_once' && changes.digestHour === undefined;
      const merged = { ...before, ...changes, ...(isAtOnce && { digestHour: null }) };
      const fields = checkedFields(withFrameworks(ctx, merged), (rule.ownerId ?? null) !== null);
      await assertReceivers(em, rule.tenantId, fields, before);
      const changed = differences(before, fields);
      if (Object.keys(changed.after).length === 0) return;
      const at = ctx.clock.now();
      // When what waits is sent is worked out again.
      em.assign(rule, { ...stored(fields), nextAt: null, updatedAt: at });
      if (fields.isPaused !== before.isPaused) {
        em.assign(rule, { pausedAt: fields.isPaused ? at : null, pauseReason: fields.isPaused ? 'person' : null });
        if (fields.isPaused) await forgetWaiting(em, rule);
      }
      await audit(ctx, em, { action: 'updated', id: rule.id, ...changed });
    });
  }

  /** Deletes a rule with what waits for it and its log. @throws {AppError} NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED */
  async delete(ctx: RequestContext, id: string): Promise<void> {
    await ctx.em.transactional(async (em) => {
      const rule = await lockVisible(ctx, em, id);
      em.remove(rule);
      await audit(ctx, em, { action: 'deleted', id: rule.id, before: { ...fieldsOf(rule) }, after: null });
    });
  }

  /**
   * Sends a marked test to every receiver of a rule, paused or not.
   * @returns the ids of the messages
   * @throws {AppError} NOT_FOUND; FORBIDDEN; CONFLICT where no receiver is left; RATE_LIMITED
   */
  async test(ctx: RequestContext, id: string): Promise<string[]> {
    const { viewer, quotas } = ctx;
    const sent = await ctx.em.transactional(async (em) => {
      const visible = await em.findOne(NotificationRuleEntity, { ...visibleTo(viewer), id: id.toLowerCase() });
      if (!visible) throw notFound();
      assertMayChange(ctx, visible.ownerId ?? null);
      await this.parts.quota.take({ em, viewer, quotas });
      const key = { tenantId: viewer.tenantId, id: visible.id };
      const rule = await lockRule.one(em, key);
      if (!rule) throw new AppError('CONFLICT', 'the rule is being sent or changed just now');
      const batch = { rule: { ...rule, ...key }, batchId: newId(), events: [], isTest: true };
      const ids = await this.parts.sender.send(em, batch);
      if (ids.length === 0) throw new AppError('CONFLICT', 'the rule has no receiver left');
      await audit(ctx, em, { action: 'tested', id: visible.id, before: null, after: { messages: ids.length } });
      return ids;
    });
    await this.parts.mailSender.wake();
    return sent;
  }

  /** Lets the times of rules that follow the time zone of a tenant be worked out again, in the transaction of `em`. */
  async moveTo(em: EntityManager, { tenantId }: { tenantId: string }): Promise<void> {
    await query(em)
      .updateTable('notification_rules')
      .set({ next_at: null })
      .where('tenant_id', '=', tenantId)
      .where('timezone', 'is', null)
      .execute();
  }
}

/** Deletes what waits for a rule that is paused: its receivers would get it late, or never. */
export async function forgetWaiting(em: EntityManager, { tenantId, id }: { tenantId: string; id: string }) {
  await query(em)
    .deleteFrom('notifications')
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', id)
    .where('batch_id', 'is', null)
    .execute();
}

/** A rule that the caller may change, locked until the transaction ends. @throws {AppError} NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED */
async function lockVisible(ctx: RequestContext, em: EntityManager, id: string): Promise<NotificationRule> {
  const { tenantId } = ctx.viewer;
  await query(em)
    .selectFrom('notification_rules')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
  const where = { ...visibleTo(ctx.viewer), id: id.toLowerCase() };
  const rule = await em.findOne(NotificationRuleEntity, where, { refresh: true });
  if (!rule) throw notFound();
  assertMayChange(ctx, rule.ownerId ?? null);
  await ctx.requireMatch(em);
  return rule;
}

/** @throws {AppError} FORBIDDEN for one of the organization unless an admin asks */
function assertMayChange({ viewer }: RequestContext, ownerId: string | null): void {
  if (ownerId === null && viewer.role !== 'admin')
    throw new AppError('FORBIDDEN', 'rules of the organization are changed and tested by admins');
}

async function assertBelowLimit(em: EntityManager, tenantId: string, ownerId: string | null): Promise<void> {
  await lockCreation.run(em, { tenantId });
  const [max, whose] = ownerId === null ? [RULES_MAX.organization, 'an organization'] : [RULES_MAX.person, 'a person'];
  if ((await em.count(NotificationRuleEntity, { tenantId, ownerId })) >= max)
    throw new AppError('CONFLICT', `${whose} has at most ${max} notification rules`);
}

/** @throws {AppError} NOT_FOUND for somebody who is no member and a webhook that does not exist, where they are new */
async function assertReceivers(
  em: EntityManager,
  tenantId: string,
  { memberIds, webhookId }: RuleFields,
  before: Pick<RuleFields, 'memberIds' | 'webhookId'> = { memberIds: [], webhookId: null },
): Promise<void> {
  const added = memberIds.filter((id) => !before.memberIds.includes(id));
  if (added.length > 0) {
    const found = await query(em)
      .selectFrom('users')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', added)
      .where('removed_at', 'is', null)
      .execute();
    if (found.length < added.length) throw notFound('/member_ids');
  }
  if (webhookId === null || webhookId === before.webhookId) return;
  const webhook = await query(em)
    .selectFrom('webhooks')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', webhookId)
    .executeTakeFirst();
  if (!webhook) throw notFound('/webhook_id');
}

/** Fields with slugs for frameworks. @throws {AppError} VALIDATION_FAILED */
function withFrameworks(ctx: RequestContext, fields: RuleFields): RuleFields {
  const slugs = fields.frameworks.map((name) => {
    const framework = findFramework(wholeCatalogueOf(ctx), name);
    if (!framework) throw AppError.invalid('/frameworks', `${name.slice(0, 100)} is not a framework`);
    return framework.slug;
  });
  return { ...fields, frameworks: [...new Set(slugs)] };
}

function stored({ isPaused: _isPaused, ...fields }: RuleFields): Omit<RuleFields, 'isPaused'> {
  return fields;
}

function fieldsOf(rule: NotificationRule): RuleFields {
  const { name, events, scorePoints, frameworks, delivery, memberIds } = rule;
  return {
    ...{ name, events, scorePoints, frameworks, delivery, memberIds },
    digestHour: rule.digestHour ?? null,
    timezone: rule.timezone ?? null,
    quietFrom: rule.quietFrom ?? null,
    quietTo: rule.quietTo ?? null,
    webhookId: rule.webhookId ?? null,
    isPaused: (rule.pausedAt ?? null) !== null,
  };
}

function differences(before: RuleFields, after: RuleFields) {
  const keys = Object.keys(after).filter((key) => {
    const name = key as keyof RuleFields;
    return JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  }) as (keyof RuleFields)[];
  const only = (of: RuleFields) => Object.fromEntries(keys.map((key) => [key, of[key]]));
  return { before: only(before), after: only(after) };
}

interface Change {
  action: ActionOn<'notification_rule'>;
  id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

function audit(ctx: RequestContext, em: EntityManager, { action, id, before, after }: Change): Promise<void> {
  return recordAudit(ctx, em, {
    action: `notification_rule.${action}`,
    resourceType: 'notification_rule',
    resourceId: id,
    ...{ before, after },
  });
}
