import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';
import { recordAudit, type AuditEntry } from '../audit/audit.js';
import type { ActionOn } from '../audit/audit-actions.js';
import { TRACKERS_MAX } from './ticket-kinds.js';
import { TrackerError, type TrackerIdentity } from './tracker-client.js';
import type { TrackerClients } from './tracker-clients.js';
import { checkedTracker, type TrackerFields } from './tracker-settings.rules.js';
import { lockTrackers, trackers, type TrackerRow } from './tracker.sql.js';

/** Names under which the vault seals the secrets of a tracker. */
export function tokenPlace(id: string): string {
  return `ticket_trackers ${id} token`;
}

/** Name under which the vault seals the secret of a tracker's webhook. */
export function hookSecretPlace(id: string): string {
  return `ticket_trackers ${id} hook_secret`;
}

export interface TrackerServiceParts {
  clients: TrackerClients;
  fetch: SafeFetch;
  vault: Vault;
  /** Of requests to trackers that people cause. */
  quota: TenantQuota;
}

/** Changes of a tracker; what is undefined stays. */
export interface TrackerChanges extends Partial<Omit<TrackerFields, 'kind'>> {
  name?: string;
  token?: string;
}

/** A tracker, and the secret that was made for its webhook, which is shown this once. */
export interface TrackerSecret {
  id: string;
  hookSecret: string;
}

/** Connects, changes and disconnects trackers. Nothing is stored that the tracker has not accepted. */
export class TrackerService {
  constructor(private readonly parts: TrackerServiceParts) {}

  /**
   * Asks the tracker who the token belongs to, and stores it.
   * @throws {AppError} VALIDATION_FAILED with what the tracker said; CONFLICT at the limit; RATE_LIMITED
   */
  async create(ctx: RequestContext, given: TrackerFields & { name: string; token: string }): Promise<TrackerSecret> {
    const { tenantId, userId } = ctx.viewer;
    const { name, token } = given;
    const fields = checkedTracker(given);
    const found = await this.check(ctx, fields, token);
    const id = newId();
    const hookSecret = newHookSecret();
    await ctx.em.transactional(async (em) => {
      await lockTrackers.run(em, { tenantId });
      if ((await trackers.all(em, { tenantId, id: null })).length >= TRACKERS_MAX) {
        throw new AppError('CONFLICT', `an organization has at most ${TRACKERS_MAX} trackers`);
      }
      const at = ctx.clock.now();
      await query(em)
        .insertInto('ticket_trackers')
        .values({
          ...{ id, tenant_id: tenantId, name, ...stored(fields, found) },
          token: this.parts.vault.seal(token, tokenPlace(id)),
          hook_secret: this.parts.vault.seal(hookSecret, hookSecretPlace(id)),
          ...{ read_at: at, next_at: at, created_by: userId, created_at: at, updated_at: at },
        })
        .execute();
      await recordAudit(ctx, em, entry('created', id, null, { name, ...fields }));
    });
    return { id, hookSecret };
  }

  /**
   * Changes a tracker. A new address empties the token unless one is given: it was meant for the old one, and so was the account that it named.
   * @throws {AppError} NOT_FOUND, PRECONDITION_FAILED; VALIDATION_FAILED with what the tracker said; CONFLICT for another project of a
   * tracker that has tickets, and where somebody changed it while it was asked; RATE_LIMITED
   */
  async update(ctx: RequestContext, id: string, changes: TrackerChanges): Promise<void> {
    const { tenantId } = ctx.viewer;
    const before = await this.find(ctx, ctx.em, id);
    const fields = checkedTracker({ ...fieldsOf(before), ...fieldsOf({ ...before, ...changes }) });
    if (fields.project !== before.project) await assertWithoutTickets(ctx.em, tenantId, id);
    const isMoved = fields.address !== before.address;
    const token = changes.token ?? (isMoved ? null : undefined);
    const isAsked = token !== null && (token !== undefined || isOther(before, fields));
    const found = isAsked ? await this.check(ctx, fields, token ?? (await this.storedToken(ctx, id))) : null;
    await ctx.em.transactional(async (em) => {
      await lockTrackers.run(em, { tenantId });
      const now = await this.find(ctx, em, id);
      await ctx.requireMatch(em);
      if (isOther(before, now)) {
        throw new AppError('CONFLICT', 'somebody else has changed the tracker meanwhile: look at it again');
      }
      if (fields.project !== before.project) await assertWithoutTickets(em, tenantId, id);
      const { vault } = this.parts;
      const at = ctx.clock.now();
      const identity = token === null ? { identity: null, isCloud: before.isCloud } : (found ?? before);
      await query(em)
        .updateTable('ticket_trackers')
        .set({ name: changes.name ?? now.name, ...stored(fields, identity), updated_at: at, next_at: at })
        // A look that is under way at the old address changes nothing any more.
        .set((eb) => ({ lease_number: eb('lease_number', '+', 1), lease_expires_at: null }))
        // Only an answer says that it answers again.
        .$if(found !== null, (update) => update.set({ failures: 0, last_error: null, last_error_at: null }))
        .$if(token !== undefined, (update) =>
          update.set({ token: token == null ? null : vault.seal(token, tokenPlace(id)) }),
        )
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      const after = { name: changes.name ?? now.name, ...fields, tokenChanged: token !== undefined };
      await recordAudit(ctx, em, entry('updated', id, { name: now.name, ...fieldsOf(now) }, after));
    });
  }

  /** Makes a new secret for the webhook of a tracker; the old one signs no more. @throws {AppError} NOT_FOUND */
  async rotateHookSecret(ctx: RequestContext, id: string): Promise<TrackerSecret> {
    const { tenantId } = ctx.viewer;
    const hookSecret = newHookSecret();
    await ctx.em.transactional(async (em) => {
      await lockTrackers.run(em, { tenantId });
      await this.find(ctx, em, id);
      await query(em)
        .updateTable('ticket_trackers')
        .set({ hook_secret: this.parts.vault.seal(hookSecret, hookSecretPlace(id)), updated_at: ctx.clock.now() })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      await recordAudit(ctx, em, entry('hook_secret_rotated', id, null, null));
    });
    return { id, hookSecret };
  }

  /** Disconnects a tracker. Its tickets stay there, and are not linked any more. @throws {AppError} NOT_FOUND, PRECONDITION_FAILED */
  async delete(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      await lockTrackers.run(em, { tenantId });
      const found = await this.find(ctx, em, id);
      await ctx.requireMatch(em);
      await query(em).deleteFrom('ticket_trackers').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
      await recordAudit(ctx, em, entry('deleted', id, { name: found.name, ...fieldsOf(found) }, null));
    });
  }

  private async find(ctx: RequestContext, em: EntityManager, id: string): Promise<TrackerRow> {
    const found = await trackers.one(em, { tenantId: ctx.viewer.tenantId, id });
    if (!found) throw notFound();
    return found;
  }

  /** @throws {AppError} VALIDATION_FAILED without one */
  private async storedToken(ctx: RequestContext, id: string): Promise<string> {
    const found = await query(ctx.em)
      .selectFrom('ticket_trackers')
      .select('token')
      .where('tenant_id', '=', ctx.viewer.tenantId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (found?.token == null) throw AppError.invalid('/token', 'has to be given again');
    return this.parts.vault.open(found.token, tokenPlace(id));
  }

  /** @throws {AppError} VALIDATION_FAILED with what the tracker said; RATE_LIMITED */
  private async check(ctx: RequestContext, fields: TrackerFields, token: string): Promise<TrackerIdentity> {
    const { viewer, quotas, em } = ctx;
    await em.transactional((inner) => this.parts.quota.take({ em: inner, viewer, quotas }));
    try {
      await this.parts.fetch.check(fields.address);
      return await this.parts.clients.of({ ...fields, isCloud: false }, { token }).check();
    } catch (err) {
      if (err instanceof SafeFetchError) throw AppError.invalid('/address', err.message);
      if (!(err instanceof TrackerError)) throw err;
      const field = { unauthorized: '/token', refused: '/project', rate_limited: '', unavailable: '/address' }[
        err.failure
      ];
      throw AppError.invalid(field, err.message);
    }
  }
}

function newHookSecret(): string {
  return randomBytes(32).toString('base64url');
}

function fieldsOf({ kind, address, project, issueType, email }: TrackerFields): TrackerFields {
  return { kind, address, project, issueType, email };
}

function isOther(before: TrackerFields, after: TrackerFields): boolean {
  return JSON.stringify(fieldsOf(before)) !== JSON.stringify(fieldsOf(after));
}

function stored({ kind, address, project, issueType, email }: TrackerFields, { identity, isCloud }: TrackerIdentity) {
  return { kind, address, project, issue_type: issueType, email, identity, is_cloud: isCloud };
}

/** @throws {AppError} CONFLICT */
async function assertWithoutTickets(em: EntityManager, tenantId: string, trackerId: string): Promise<void> {
  const found = await query(em)
    .selectFrom('tickets')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('tracker_id', '=', trackerId)
    .limit(1)
    .executeTakeFirst();
  if (found) throw new AppError('CONFLICT', 'a tracker with tickets keeps its project; connect another one');
}

function entry(
  action: ActionOn<'ticket_tracker'>,
  resourceId: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return { action: `ticket_tracker.${action}`, resourceType: 'ticket_tracker', resourceId, before, after };
}
