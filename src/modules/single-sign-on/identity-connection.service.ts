import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import type { Vault } from '../../platform/crypto/vault.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { registerProvider, renameProvider } from '../organizations/identity-provider.js';
import { lockTenant } from '../organizations/tenant-lock.js';
import {
  CONNECTIONS_MAX,
  type CreateIdentityConnectionInput,
  type IdentityConnectionSettings,
} from './connection-changes.type.js';
import { connectionEntry, lockConnection } from './connection-lock.js';
import { auditedValues, changedValues, NO_VALUES, secretDigest, valuesOf } from './connection-settings.rules.js';
import { IdentityConnectionEntity, secretPlace, type IdentityConnection } from './identity-connection.entity.js';

export interface IdentityConnectionOptions {
  vault: Vault;
  /** Whether providers may be reached without TLS: in tests and closed networks only. */
  allowsHttp: boolean;
}

/** Creation, change and deletion of connections to identity providers. */
export class IdentityConnectionService {
  constructor(private readonly options: IdentityConnectionOptions) {}

  /** Creates a draft. @returns the id @throws {AppError} VALIDATION_FAILED; CONFLICT beyond the limit */
  async create(ctx: RequestContext, { kind, ...given }: CreateIdentityConnectionInput): Promise<string> {
    const { tenantId } = ctx.viewer;
    const [id, at] = [newId(), ctx.clock.now()];
    const values = changedValues(kind, NO_VALUES, given, this.options);
    const clientSecret = this.sealed(id, given.clientSecret);
    await ctx.em.transactional(async (em) => {
      await lockTenant(em, tenantId);
      await refuseBeyondLimit(em, tenantId);
      em.create(IdentityConnectionEntity, {
        id,
        tenantId,
        kind,
        status: 'draft',
        ...values,
        clientSecret,
        createdAt: at,
      });
      await em.flush();
      await registerProvider(em, { id, tenantId, kind, name: values.name, at });
      const after = { kind, status: 'draft', ...auditedValues(values), client_secret: secretDigest(clientSecret) };
      await recordAudit(ctx, em, connectionEntry('created', id, null, after));
    });
    return id;
  }

  /**
   * Changes settings. Another issuer or client makes a draft of it: it has to be tested again. A stored secret goes to no
   * new address, and people who were linked by another issuer are linked no longer.
   * @throws {AppError} NOT_FOUND; VALIDATION_FAILED; CONFLICT for such a change while single sign-on is enforced
   */
  async update(ctx: RequestContext, id: string, given: IdentityConnectionSettings): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const connection = await lockConnection(em, tenantId, id);
      const before = shown(connection);
      const former = valuesOf(connection);
      const values = changedValues(connection.kind, former, given, this.options);
      const isMoved = (['issuer', 'clientId', 'signOnUrl'] as const).some((name) => former[name] !== values[name]);
      if (isMoved && connection.isEnforced) {
        throw new AppError('CONFLICT', 'single sign-on is enforced: switch that off before you change the provider');
      }
      const keepsSecret = !isMoved && given.clientSecret === undefined;
      const clientSecret = keepsSecret ? connection.clientSecret : this.sealed(id, given.clientSecret);
      Object.assign(connection, values, { clientSecret, ...(isMoved ? { status: 'draft', testResult: null } : {}) });
      await em.flush();
      if (isMoved) await dropAttempts(em, tenantId, id);
      if (former.issuer !== values.issuer) await unlinkAll(em, tenantId, id);
      if (former.name !== values.name) await renameProvider(em, { id, tenantId, name: values.name });
      const change = differences(before, shown(connection));
      if (change) await recordAudit(ctx, em, connectionEntry('updated', id, change.before, change.after));
    });
  }

  /**
   * Deletes a connection with its links. Members whom it created stay, with the role that they have.
   * @throws {AppError} NOT_FOUND; CONFLICT while single sign-on is enforced
   */
  async delete(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const connection = await lockConnection(em, tenantId, id);
      if (connection.isEnforced) {
        throw new AppError('CONFLICT', 'single sign-on is enforced: switch that off before you delete the connection');
      }
      await query(em)
        .updateTable('users')
        .set({ managed_by: null })
        .where('tenant_id', '=', tenantId)
        .where('managed_by', '=', id)
        .execute();
      em.remove(connection);
      await em.flush();
      await recordAudit(ctx, em, connectionEntry('deleted', id, shown(connection), null));
    });
  }

  private sealed(id: string, secret: string | null | undefined): string | null {
    const text = secret?.trim() ?? '';
    return text === '' ? null : this.options.vault.seal(text, secretPlace(id));
  }
}

function shown(connection: IdentityConnection): Record<string, unknown> {
  const { kind, status, clientSecret } = connection;
  return { kind, status, ...auditedValues(valuesOf(connection)), client_secret: secretDigest(clientSecret ?? null) };
}

/** The fields that differ, before and after; null for none. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (names.length === 0) return null;
  const only = (all: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, all[name]]));
  return { before: only(before), after: only(after) };
}

/** Ends sign-ons under way: what the former provider answered counts no longer. */
async function dropAttempts(em: EntityManager, tenantId: string, connectionId: string): Promise<void> {
  await query(em)
    .deleteFrom('sign_on_attempts')
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .execute();
}

async function unlinkAll(em: EntityManager, tenantId: string, connectionId: string): Promise<void> {
  await query(em)
    .deleteFrom('federated_identities')
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .execute();
}

async function refuseBeyondLimit(em: EntityManager, tenantId: string): Promise<void> {
  const { count } = await query(em)
    .selectFrom('identity_connections')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  if (count < CONNECTIONS_MAX) return;
  throw new AppError('CONFLICT', `an organization can have at most ${String(CONNECTIONS_MAX)} connections`);
}
