import type { RequestContext } from '../../context.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { authorOf } from '../audit/audit.js';
import { endSessions, type SessionEnd } from './session-end.js';
import { readSession, readSessions, type OwnedSession, type SessionQuery } from './session.read.js';
import type { SessionType } from './session.type.js';

/** List and end of sessions: people their own, admins those of every member. */
export class SessionService {
  /**
   * Sessions of the caller or, for an admin, of a member.
   * @throws {AppError} NOT_FOUND for a member of another tenant, and for another member unless the caller is an admin
   */
  async list(ctx: RequestContext, userId: string | null, which: Omit<SessionQuery, 'userId'>): Promise<SessionType[]> {
    const { viewer } = ctx;
    const owner = userId?.toLowerCase() ?? viewer.userId;
    if (owner !== viewer.userId) {
      if (viewer.role !== 'admin') throw notFound();
      await requireMember(ctx, owner);
    }
    return readSessions(ctx, { ...which, userId: owner });
  }

  /** Session of the request. */
  current(ctx: RequestContext): Promise<OwnedSession> {
    return currentSession(ctx);
  }

  /** Ends the session of the request. */
  async logOut(ctx: RequestContext): Promise<OwnedSession> {
    const id = currentOf(ctx);
    await this.end(ctx, { userId: ctx.viewer.userId, reason: 'logged_out', only: id });
    return readSession(ctx, id);
  }

  /**
   * Ends a session; a no-op for one that is over.
   * @throws {AppError} NOT_FOUND for one that the caller may not see
   */
  async endOne(ctx: RequestContext, id: string): Promise<OwnedSession> {
    const { userId } = await readSession(ctx, id);
    await this.end(ctx, { userId, reason: 'ended', only: id });
    return readSession(ctx, id);
  }

  /** Ends all sessions of the caller but that of the request. @returns how many */
  endOthers(ctx: RequestContext): Promise<number> {
    return this.end(ctx, { userId: ctx.viewer.userId, reason: 'ended', except: currentOf(ctx) });
  }

  /** Ends all sessions of a member. @returns how many @throws {AppError} NOT_FOUND */
  async endOfMember(ctx: RequestContext, userId: string): Promise<number> {
    await requireMember(ctx, userId);
    return this.end(ctx, { userId, reason: 'ended' });
  }

  private async end(ctx: RequestContext, end: SessionEnd): Promise<number> {
    const ended = await ctx.em.transactional((em: EntityManager) => endSessions(authorOf(ctx), em, end));
    return ended.length;
  }
}

/** Session of the request. @throws {AppError} FORBIDDEN for an API key, which has none */
export function currentSession(ctx: RequestContext): Promise<OwnedSession> {
  return readSession(ctx, currentOf(ctx));
}

/** Id of the session of the request. @throws {AppError} FORBIDDEN for an API key, which has none */
export function currentOf({ viewer }: RequestContext): string {
  if (viewer.sessionId === null) throw new AppError('FORBIDDEN', 'an API key has no session');
  return viewer.sessionId;
}

/** @throws {AppError} NOT_FOUND for whoever is no member of the caller's organization now */
export async function requireMember({ em, viewer }: RequestContext, userId: string): Promise<void> {
  const member = await query(em)
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', viewer.tenantId)
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!member) throw notFound();
}
