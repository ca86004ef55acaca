import type { RequestContext } from '../../context.js';
import { HOUR } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { recordAudit, type AuditEntry } from '../audit/audit.js';
import { failWaitingDeliveries } from './delivery-outcome.js';
import { secretPlace } from './delivery-sender.js';
import type { CreateWebhookInput, RotateWebhookSecretInput, UpdateWebhookInput, WebhookType } from './webhook.type.js';
import { readWebhook } from './webhook.read.js';

const WEBHOOKS_MAX = 20;
const OVERLAP_HOURS_DEFAULT = 24;

/** Sets webhooks up, changes and removes them. */
export class WebhookService {
  constructor(
    private readonly fetch: SafeFetch,
    private readonly vault: Vault,
  ) {}

  /**
   * @returns the id
   * @throws {AppError} VALIDATION_FAILED for an address that may not be called; CONFLICT for more than 20 webhooks
   */
  async create(ctx: RequestContext, { url, events, secret }: CreateWebhookInput): Promise<string> {
    const { tenantId, userId } = ctx.viewer;
    const host = await this.hostOf(url);
    const id = newId();
    await ctx.em.transactional(async (em) => {
      const at = ctx.clock.now();
      await assertRoom(em, tenantId);
      await rows(
        em,
        sql`insert into webhooks (id, tenant_id, url, host, events, secret, created_by, created_at, updated_at)
            values (${id}, ${tenantId}, ${url}, ${host}, ${events}, ${this.vault.seal(secret, secretPlace(id))},
              ${userId}, ${at}, ${at})`,
      );
      await recordAudit(ctx, em, audited('created', id, null, { url: shown(url), events, status: 'active' }));
    });
    return id;
  }

  /**
   * Changes what is given. Enabling a disabled webhook begins its counts anew; disabling one gives up what waits.
   * @throws {AppError} NOT_FOUND; VALIDATION_FAILED for an address that may not be called
   */
  async update(ctx: RequestContext, { webhookId: id, url, events, status }: UpdateWebhookInput): Promise<void> {
    const { tenantId } = ctx.viewer;
    const host = typeof url === 'string' ? await this.hostOf(url) : null;
    await ctx.em.transactional(async (em) => {
      const at = ctx.clock.now();
      const before = await lock(ctx, em, id);
      if (host !== null) await moveTo(em, { tenantId, id, url: url ?? '', host });
      if (events)
        await rows(em, sql`update webhooks set events = ${events} where tenant_id = ${tenantId} and id = ${id}`);
      if (status && status !== before.status) await switchTo(em, { tenantId, id, status, at });
      const after = { url: url ?? before.url, events: events ?? before.events, status: status ?? before.status };
      await rows(em, sql`update webhooks set updated_at = ${at} where tenant_id = ${tenantId} and id = ${id}`);
      await recordAudit(ctx, em, changed(id, before, after));
    });
  }

  /** Removes a webhook with its log. @throws {AppError} NOT_FOUND */
  async delete(ctx: RequestContext, id: string): Promise<WebhookType> {
    return ctx.em.transactional(async (em) => {
      const before = await lock(ctx, em, id);
      await rows(em, sql`delete from webhooks where tenant_id = ${ctx.viewer.tenantId} and id = ${id}`);
      const { url, events, status } = before;
      await recordAudit(ctx, em, audited('deleted', id, { url: shown(url), events, status }, null));
      return before;
    });
  }

  /**
   * Puts a new secret in force; the old one signs too until the overlap ends. @throws {AppError} NOT_FOUND
   */
  async rotateSecret(ctx: RequestContext, input: RotateWebhookSecretInput): Promise<void> {
    const { secret, overlapHours } = input;
    // As the row spells it: it is part of where the secret is sealed for.
    const id = input.webhookId.toLowerCase();
    const sealed = this.vault.seal(secret, secretPlace(id));
    const hours = overlapHours ?? OVERLAP_HOURS_DEFAULT;
    await ctx.em.transactional(async (em) => {
      await lock(ctx, em, id);
      const at = ctx.clock.now();
      const until = hours === 0 ? null : new Date(at.getTime() + hours * HOUR);
      await rows(
        em,
        sql`update webhooks set secret = ${sealed}, previous_secret = case when ${until}::timestamptz is not null then secret end,
              previous_secret_until = ${until}, updated_at = ${at}
            where tenant_id = ${ctx.viewer.tenantId} and id = ${id}`,
      );
      await recordAudit(ctx, em, audited('secret_rotated', id, null, { overlapHours: hours }));
    });
  }

  /** @throws {AppError} VALIDATION_FAILED naming `/url` */
  private async hostOf(url: string): Promise<string> {
    try {
      return (await this.fetch.check(url)).host;
    } catch (err) {
      if (err instanceof SafeFetchError) throw AppError.invalid('/url', err.message);
      throw err;
    }
  }
}

/** One creation of a tenant at a time, so that none slips past the limit. */
async function assertRoom(em: EntityManager, tenantId: string): Promise<void> {
  await rows(em, sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${tenantId}`}, 0))`);
  const counted = await row(
    em,
    sql<{ count: number }>`select count(*)::int as count from webhooks where tenant_id = ${tenantId}`,
  );
  if ((counted?.count ?? 0) >= WEBHOOKS_MAX) {
    throw new AppError('CONFLICT', `an organization has at most ${WEBHOOKS_MAX} webhooks`);
  }
}

/** The webhook, which nobody else changes until the transaction ends. @throws {AppError} NOT_FOUND */
async function lock(ctx: RequestContext, em: EntityManager, id: string): Promise<WebhookType> {
  const { tenantId } = ctx.viewer;
  await rows(em, sql`select 1 from webhooks where tenant_id = ${tenantId} and id = ${id} for no key update`);
  const webhook = await readWebhook(ctx, id, em);
  if (!webhook) throw notFound();
  return webhook;
}

/** What waits goes to the new address. */
async function moveTo(
  em: EntityManager,
  { tenantId, id, url, host }: { tenantId: string; id: string; url: string; host: string },
): Promise<void> {
  await rows(em, sql`update webhooks set url = ${url}, host = ${host} where tenant_id = ${tenantId} and id = ${id}`);
  await rows(
    em,
    sql`update webhook_deliveries set host = ${host}
        where tenant_id = ${tenantId} and webhook_id = ${id} and status = 'pending'`,
  );
}

async function switchTo(
  em: EntityManager,
  { tenantId, id, status, at }: { tenantId: string; id: string; status: 'active' | 'disabled'; at: Date },
): Promise<void> {
  if (status === 'active') {
    await rows(
      em,
      sql`update webhooks set status = 'active', disabled_at = null, disabled_reason = null, consecutive_failures = 0,
            failing_since = null
          where tenant_id = ${tenantId} and id = ${id}`,
    );
    return;
  }
  await rows(
    em,
    sql`update webhooks set status = 'disabled', disabled_at = ${at}, disabled_reason = 'admin'
        where tenant_id = ${tenantId} and id = ${id}`,
  );
  await failWaitingDeliveries(em, { tenantId, webhookId: id, at });
}

/** An address in the audit trail: path and query of a webhook's often hold a token. */
function shown(url: string): string {
  return new URL(url).origin;
}

function audited(
  deed: string,
  resourceId: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return { action: `webhook.${deed}`, resourceType: 'webhook', resourceId, before, after };
}

/** A change of the path alone shows as the same address twice. */
function changed(
  id: string,
  before: Pick<WebhookType, 'url' | 'events' | 'status'>,
  after: Pick<WebhookType, 'url' | 'events' | 'status'>,
): AuditEntry {
  const keys = (['url', 'events', 'status'] as const).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const only = (from: typeof after) =>
    Object.fromEntries(keys.map((key) => [key, key === 'url' ? shown(from.url) : from[key]]));
  return audited('updated', id, only(before), only(after));
}
