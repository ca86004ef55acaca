import { z } from 'zod';
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
import { checkAddress, DESTINATIONS, type DestinationKind, type DestinationSettings } from './destination-kinds.js';
import { destinations, lockDestinations, newestEvent, type DestinationRow } from './destination.sql.js';

const DESTINATIONS_MAX = 10;

/** Name under which the vault seals the secret of a destination. */
export function credentialsPlace(id: string): string {
  return `security_event_destinations ${id} credentials`;
}

export interface NewDestination {
  kind: DestinationKind;
  address: string;
  settings: DestinationSettings;
  secret: string | null;
}

/** Changes; what is undefined stays. */
export interface DestinationChange {
  address: string | undefined;
  settings: DestinationSettings;
  secret: string | undefined;
  isPaused: boolean | undefined;
}

export interface DestinationServiceParts {
  fetch: SafeFetch;
  vault: Vault;
  /** Of addresses that are given. */
  checks: TenantQuota;
}

/** Creates, changes and removes the destinations of an organization's security events. */
export class DestinationService {
  constructor(private readonly parts: DestinationServiceParts) {}

  /**
   * Creates a destination; it receives the events from now on.
   * @throws {AppError} VALIDATION_FAILED; CONFLICT for more than ten; RATE_LIMITED
   */
  async create(ctx: RequestContext, { kind, address, settings, secret }: NewDestination): Promise<string> {
    const { tenantId, userId } = ctx.viewer;
    await this.check(ctx, ctx.em, kind, address);
    const given = checkedSettings(kind, settings);
    const hasSecret = secret !== null;
    if (hasSecret !== DESTINATIONS[kind].hasSecret) {
      throw AppError.invalid('/secret', hasSecret ? 'is not used by this kind' : 'is required');
    }
    const id = newId();
    await ctx.em.transactional(async (em) => {
      await lockDestinations.run(em, { tenantId });
      const known = await destinations.all(em, { tenantId, id: null });
      if (known.length >= DESTINATIONS_MAX) {
        throw new AppError('CONFLICT', `an organization has at most ${DESTINATIONS_MAX} destinations`);
      }
      const at = ctx.clock.now();
      const { sequence } = await newestEvent.only(em, { tenantId });
      await query(em)
        .insertInto('security_event_destinations')
        .values({
          id,
          tenant_id: tenantId,
          kind,
          address,
          settings: JSON.stringify(given),
          credentials: secret === null ? null : this.parts.vault.seal(secret, credentialsPlace(id)),
          cursor_sequence: sequence,
          created_by: userId,
          created_at: at,
          updated_at: at,
        })
        .execute();
      await recordAudit(ctx, em, entry('created', id, null, shownOf({ kind, address, isPaused: false })));
    });
    return id;
  }

  /**
   * Changes a destination, and tries it again at once. A new address empties the secret unless one is given: it was meant for the old one.
   * @throws {AppError} NOT_FOUND; VALIDATION_FAILED; RATE_LIMITED
   */
  async update(ctx: RequestContext, id: string, change: DestinationChange): Promise<void> {
    const { tenantId } = ctx.viewer;
    const known = await destinations.one(ctx.em, { tenantId, id });
    // Before the transaction: names are looked up.
    if (known && change.address !== undefined && change.address !== known.address) {
      await this.check(ctx, ctx.em, known.kind, change.address);
    }
    await ctx.em.transactional(async (em) => {
      await lockDestinations.run(em, { tenantId });
      const before = await this.find(ctx, em, id);
      const address = change.address ?? before.address;
      const isMoved = address !== before.address;
      if (change.secret !== undefined && !DESTINATIONS[before.kind].hasSecret) {
        throw AppError.invalid('/secret', 'is not used by this kind');
      }
      const settings = checkedSettings(before.kind, { ...before.settings, ...given(change.settings) });
      const isPaused = change.isPaused ?? before.isPaused;
      const sealed = change.secret === undefined ? null : this.parts.vault.seal(change.secret, credentialsPlace(id));
      const at = ctx.clock.now();
      await query(em)
        .updateTable('security_event_destinations')
        .set({ address, settings: JSON.stringify(settings), is_paused: isPaused, updated_at: at })
        .set({ failures: 0, next_attempt_at: null, lease_expires_at: null })
        // A batch that is on its way to the old address does not move the cursor.
        .set((eb) => ({ lease_number: eb('lease_number', '+', 1) }))
        .$if(sealed !== null || isMoved, (update) => update.set({ credentials: sealed }))
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      const after = { ...shownOf({ kind: before.kind, address, isPaused }), secretChanged: sealed !== null || isMoved };
      await recordAudit(ctx, em, entry('updated', id, shownOf(before), after));
    });
  }

  /** Removes a destination. @throws {AppError} NOT_FOUND */
  async delete(ctx: RequestContext, id: string): Promise<DestinationRow> {
    const { tenantId } = ctx.viewer;
    return ctx.em.transactional(async (em) => {
      await lockDestinations.run(em, { tenantId });
      const found = await this.find(ctx, em, id);
      await query(em)
        .deleteFrom('security_event_destinations')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      await recordAudit(ctx, em, entry('deleted', id, shownOf(found), null));
      return found;
    });
  }

  /** The destination to change, while changes of destinations are locked. @throws {AppError} NOT_FOUND, PRECONDITION_FAILED */
  private async find(ctx: RequestContext, em: EntityManager, id: string): Promise<DestinationRow> {
    const found = await destinations.one(em, { tenantId: ctx.viewer.tenantId, id });
    if (!found) throw notFound();
    await ctx.requireMatch(em);
    return found;
  }

  private async check(
    { viewer, quotas }: RequestContext,
    em: EntityManager,
    kind: DestinationKind,
    address: string,
  ): Promise<void> {
    await this.parts.checks.take({ em, viewer, quotas });
    try {
      await checkAddress(this.parts.fetch, kind, address);
    } catch (err) {
      if (err instanceof SyntaxError || err instanceof SafeFetchError) throw AppError.invalid('/address', err.message);
      throw err;
    }
  }
}

/** @throws {AppError} VALIDATION_FAILED naming every setting that is missing, wrong, or not one of the kind */
function checkedSettings(kind: DestinationKind, settings: DestinationSettings): DestinationSettings {
  const parsed = DESTINATIONS[kind].settings.safeParse(given(settings));
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => ({ field: pointerOf(issue), message: issue.message }));
  throw new AppError('VALIDATION_FAILED', 'the request is not valid', { details });
}

function pointerOf(issue: z.core.$ZodIssue): string {
  const name = issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : String(issue.path[0] ?? '');
  return `/${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/** Settings that have a value. */
function given(settings: DestinationSettings): DestinationSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => typeof value === 'string'));
}

/** What the trail shows: of an address its origin, because a path may be a secret. */
function shownOf({ kind, address, isPaused }: Pick<DestinationRow, 'kind' | 'address' | 'isPaused'>) {
  return { kind, address: new URL(DESTINATIONS[kind].urlOf(address)).origin, isPaused };
}

function entry(
  action: ActionOn<'security_event_destination'>,
  resourceId: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return {
    action: `security_event_destination.${action}`,
    resourceType: 'security_event_destination',
    resourceId,
    before,
    after,
  };
}
