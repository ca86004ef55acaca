import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { HOUR } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { recordAudit, type AuditEntry } from '../audit/audit.js';
import type { ActionOn } from '../audit/audit-actions.js';
import type { AddressChallenge } from './address-challenge.js';
import { failWaitingDeliveries } from './delivery-outcome.js';
import { secretPlace } from './delivery-sender.js';
import type { WebhookStatus } from './delivery.rules.js';
import { WebhookEntity, type Webhook } from './webhook.entity.js';
import { webhookType } from './webhook.read.js';
import { sealUrl, shownUrl } from './webhook-url.js';
import { lockCreation } from './webhook.sql.js';
import type { CreateWebhookInput, RotateWebhookSecretInput, UpdateWebhookInput, WebhookType } from './webhook.type.js';

const WEBHOOKS_MAX = 20;
const OVERLAP_HOURS_DEFAULT = 24;

export interface WebhookServiceParts {
  fetch: SafeFetch;
  vault: Vault;
  challenge: AddressChallenge;
  /** Of addresses that are given. */
  checks: TenantQuota;
}

/** Creates, changes and removes webhooks. */
export class WebhookService {
  constructor(private readonly parts: WebhookServiceParts) {}

  /**
   * Creates a webhook.
   * @returns the id
   * @throws {AppError} VALIDATION_FAILED for an address that may not be called or is not confirmed; CONFLICT for more than 20 webhooks
   */
  async create(ctx: RequestContext, { url, events, ...rest }: CreateWebhookInput): Promise<string> {
    if (ctx.knownEffect !== null) return ctx.knownEffect;
    const format = rest.format ?? 'json';
    const { tenantId, userId } = ctx.viewer;
    if (format === 'json' && !rest.secret) throw AppError.invalid('/secret', 'is needed where the format is json');
    const secret = rest.secret ?? randomBytes(32).toString('base64url');
    const host = await this.hostOf(ctx, url);
    await this.parts.challenge.confirm(ctx, { url, format, secret: () => secret });
    const id = newId();
    await ctx.em.transactional(async (em) => {
      const at = ctx.clock.now();
      await assertBelowLimit(em, tenantId);
      em.create(WebhookEntity, {
        id,
        tenantId,
        url: sealUrl(this.parts.vault, id, url),
        host,
        format,
        events,
        status: 'active',
        secret: this.parts.vault.seal(secret, secretPlace(id)),
        consecutiveFailures: 0,
        createdBy: userId,
        createdAt: at,
        updatedAt: at,
      });
      await recordAudit(ctx, em, auditEntry('created', id, null, { url: originOf(url), events, status: 'active' }));
      await ctx.recordEffect(em, id);
    });
    return id;
  }

  /**
   * Changes the given fields. Enabling a disabled webhook resets its counts; disabling one fails its waiting
   * deliveries.
   * @throws {AppError} NOT_FOUND; VALIDATION_FAILED for an address that may not be called or is not confirmed
   */
  async update(ctx: RequestContext, { webhookId: id, url, events, status }: UpdateWebhookInput): Promise<void> {
    const host = typeof url === 'string' ? await this.addressOf(ctx, id, url) : null;
    await ctx.em.transactional(async (em) => {
      const at = ctx.clock.now();
      const webhook = await lockWebhook(ctx, em, id);
      const before = this.shownOf(webhook);
      if (host !== null) await moveTo(em, webhook, { url: sealUrl(this.parts.vault, id, url ?? ''), host });
      if (events) webhook.events = events;
      if (status && status !== webhook.status) await switchTo(em, webhook, { status, at });
      webhook.updatedAt = at;
      await recordAudit(ctx, em, changeEntry(id, before, this.shownOf(webhook)));
    });
  }

  /** Removes a webhook with its deliveries. @throws {AppError} NOT_FOUND */
  async delete(ctx: RequestContext, id: string): Promise<WebhookType> {
    return ctx.em.transactional(async (em) => {
      const webhook = await lockWebhook(ctx, em, id);
      em.remove(webhook);
      const { url, events, status } = this.shownOf(webhook);
      await recordAudit(ctx, em, auditEntry('deleted', id, { url: originOf(url), events, status }, null));
      return webhookType(webhook, { vault: this.parts.vault, now: ctx.clock.now() });
    });
  }

  /** Replaces the secret; the old one signs too until the overlap ends. @throws {AppError} NOT_FOUND */
  async rotateSecret(ctx: RequestContext, input: RotateWebhookSecretInput): Promise<void> {
    const { secret, overlapHours } = input;
    const hours = overlapHours ?? OVERLAP_HOURS_DEFAULT;
    await ctx.em.transactional(async (em) => {
      const webhook = await lockWebhook(ctx, em, input.webhookId);
      const at = ctx.clock.now();
      webhook.previousSecret = hours === 0 ? null : webhook.secret;
      webhook.previousSecretUntil = hours === 0 ? null : new Date(at.getTime() + hours * HOUR);
      webhook.secret = this.parts.vault.seal(secret, secretPlace(webhook.id));
      webhook.updatedAt = at;
      await recordAudit(ctx, em, auditEntry('secret_rotated', webhook.id, null, { overlapHours: hours }));
    });
  }

  private shownOf(webhook: Webhook): Shown {
    const { events, status } = webhook;
    return { url: shownUrl(this.parts.vault, webhook), events, status };
  }

  /** Host of the new, confirmed URL of a webhook. @throws {AppError} NOT_FOUND, VALIDATION_FAILED naming `/url` */
  private async addressOf(ctx: RequestContext, id: string, url: string): Promise<string> {
    const host = await this.hostOf(ctx, url);
    const webhook = await ctx.em.findOne(WebhookEntity, { tenantId: ctx.viewer.tenantId, id });
    if (!webhook) throw notFound();
    const { format, secret } = webhook;
    await this.parts.challenge.confirm(ctx, {
      url,
      format,
      secret: () => this.parts.vault.open(secret, secretPlace(id)),
    });
    return host;
  }

  /** Host of a URL that may be called. @throws {AppError} VALIDATION_FAILED naming `/url`; RATE_LIMITED */
  private async hostOf(ctx: RequestContext, url: string): Promise<string> {
    await this.parts.checks.take(ctx);
    try {
      return (await this.parts.fetch.check(url)).host;
    } catch (err) {
      if (err instanceof SafeFetchError) throw AppError.invalid('/url', err.message);
      throw err;
    }
  }
}

/**
 * Checks the limit of webhooks under a lock, so that concurrent creations cannot exceed it.
 * @throws {AppError} CONFLICT at the limit
 */
async function assertBelowLimit(em: EntityManager, tenantId: string): Promise<void> {
  await lockCreation.run(em, { tenantId });
  if ((await em.count(WebhookEntity, { tenantId })) >= WEBHOOKS_MAX) {
    throw new AppError('CONFLICT', `an organization has at most ${WEBHOOKS_MAX} webhooks`);
  }
}

/**
 * The webhook, locked until the transaction ends. New deliveries do not wait for the lock.
 * @throws {AppError} NOT_FOUND, PRECONDITION_FAILED
 */
async function lockWebhook(ctx: RequestContext, em: EntityManager, id: string): Promise<Webhook> {
  const { tenantId } = ctx.viewer;
  await query(em)
    .selectFrom('webhooks')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
  const webhook = await em.findOne(WebhookEntity, { tenantId, id }, { refresh: true });
  if (!webhook) throw notFound();
  await ctx.requireMatch(em);
  return webhook;
}

/** Sets the new, sealed address, also of waiting deliveries. */
async function moveTo(
  em: EntityManager,
  webhook: Webhook,
  { url, host }: { url: string; host: string },
): Promise<void> {
  webhook.url = url;
  webhook.host = host;
  await query(em)
    .updateTable('webhook_deliveries')
    .set({ host })
    .where('tenant_id', '=', webhook.tenantId)
    .where('webhook_id', '=', webhook.id)
    .where('status', '=', 'pending')
    .execute();
}

async function switchTo(
  em: EntityManager,
  webhook: Webhook,
  { status, at }: { status: WebhookStatus; at: Date },
): Promise<void> {
  webhook.status = status;
  if (status === 'active') {
    webhook.disabledAt = null;
    webhook.disabledReason = null;
    webhook.consecutiveFailures = 0;
    webhook.failingSince = null;
    return;
  }
  webhook.disabledAt = at;
  webhook.disabledReason = 'admin';
  await failWaitingDeliveries(em, { tenantId: webhook.tenantId, webhookId: webhook.id, at });
}

/** Fields of the webhook in the audit trail. */
type Shown = Pick<Webhook, 'url' | 'events' | 'status'>;

/** Origin of a URL, for the audit trail: path and query of a webhook often contain a token. */
function originOf(url: string): string {
  return new URL(url).origin;
}

function auditEntry(
  action: ActionOn<'webhook'>,
  resourceId: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return { action: `webhook.${action}`, resourceType: 'webhook', resourceId, before, after };
}

/** Audit entry of an update. A change of the path only shows the same address twice. */
function changeEntry(id: string, before: Shown, after: Shown): AuditEntry {
  const keys = (['url', 'events', 'status'] as const).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const only = (from: Shown) =>
    Object.fromEntries(keys.map((key) => [key, key === 'url' ? originOf(from.url) : from[key]]));
  return auditEntry('updated', id, only(before), only(after));
}
