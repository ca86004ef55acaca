import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { authorOf, recordAudit } from '../audit/audit.js';
import { endSessions } from '../auth/session-end.js';
import { connectionEntry, holdsDomain, lockConnection } from './connection-lock.js';
import { domainOf } from './email-domain.rules.js';
import { readVerifiedDomains } from './federated-identity.read.js';

/** What a connection is used for: activation, enforcement, and their end. */
export class EnforcementService {
  /**
   * Lets members log in by a tested connection.
   * @throws {AppError} NOT_FOUND; CONFLICT for a draft, without a verified domain, and where another one is active
   */
  async activate(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const connection = await lockConnection(em, tenantId, id);
      if (connection.status === 'active') return;
      if (connection.status === 'draft') throw new AppError('CONFLICT', 'the connection has to be tested first');
      if (!(await holdsDomain(em, tenantId))) throw new AppError('CONFLICT', 'a domain has to be verified first');
      await refuseSecond(em, tenantId);
      connection.status = 'active';
      await em.flush();
      await recordAudit(ctx, em, connectionEntry('activated', id, { status: 'tested' }, { status: 'active' }));
    });
  }

  /** Ends log-ins by a connection. @throws {AppError} NOT_FOUND; CONFLICT while single sign-on is enforced */
  async deactivate(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const connection = await lockConnection(em, tenantId, id);
      if (connection.status !== 'active') return;
      if (connection.isEnforced) throw new AppError('CONFLICT', 'single sign-on is enforced: switch that off first');
      connection.status = 'tested';
      await em.flush();
      await recordAudit(ctx, em, connectionEntry('deactivated', id, { status: 'active' }, { status: 'tested' }));
    });
  }

  /**
   * Refuses passwords of members with addresses in the organization's domains, except for one admin. Sessions of the
   * others end, but that of the request.
   * @throws {AppError} NOT_FOUND; CONFLICT for a connection that is not active, and for somebody who is no admin with a
   * password
   */
  async enforce(ctx: RequestContext, id: string, breakGlassUserId: string): Promise<void> {
    const { tenantId, sessionId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const connection = await lockConnection(em, tenantId, id);
      if (connection.status !== 'active') throw new AppError('CONFLICT', 'the connection has to be active first');
      await requireBreakGlass(em, tenantId, breakGlassUserId);
      const before = enforcementOf(connection);
      Object.assign(connection, { isEnforced: true, breakGlassUserId });
      await em.flush();
      await recordAudit(ctx, em, connectionEntry('enforced', id, before, enforcementOf(connection)));
      for (const userId of await capturedMembers(em, tenantId)) {
        if (userId === breakGlassUserId) continue;
        await endSessions(authorOf(ctx), em, { userId, reason: 'ended', except: sessionId });
      }
    });
  }

  /** Lets members use passwords again. @throws {AppError} NOT_FOUND */
  async relax(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const connection = await lockConnection(em, tenantId, id);
      if (!connection.isEnforced) return;
      const before = enforcementOf(connection);
      Object.assign(connection, { isEnforced: false, breakGlassUserId: null });
      await em.flush();
      await recordAudit(ctx, em, connectionEntry('relaxed', id, before, enforcementOf(connection)));
    });
  }
}

function enforcementOf({
  isEnforced,
  breakGlassUserId = null,
}: {
  isEnforced: boolean;
  breakGlassUserId?: string | null;
}) {
  return { is_enforced: isEnforced, break_glass_user_id: breakGlassUserId };
}

async function refuseSecond(em: EntityManager, tenantId: string): Promise<void> {
  const active = await query(em)
    .selectFrom('identity_connections')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (active) throw new AppError('CONFLICT', 'another connection is active: deactivate it first');
}

async function requireBreakGlass(em: EntityManager, tenantId: string, userId: string): Promise<void> {
  const found = await query(em)
    .selectFrom('users')
    .select(['role', 'has_password as hasPassword'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw notFound();
  if (found.role === 'admin' && found.hasPassword) return;
  throw new AppError('CONFLICT', 'the exception has to be an admin of the organization with a password');
}

/** Members with an address in a verified domain. */
async function capturedMembers(em: EntityManager, tenantId: string): Promise<string[]> {
  const domains = await readVerifiedDomains(em, tenantId);
  const members = await query(em)
    .selectFrom('users')
    .select(['id', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .execute();
  return members.filter(({ email }) => domains.includes(domainOf(email) ?? '')).map(({ id }) => id);
}
