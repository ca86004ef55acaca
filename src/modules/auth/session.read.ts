import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { deviceOf } from './device.rules.js';
import type { SessionType } from './session.type.js';

/** Limit of the listed sessions. Our choice: a script that logs in for every run has many. */
const LISTED_MAX = 100;

export interface SessionQuery {
  userId: string;
  /** Whether sessions that are over are listed too. */
  includesEnded: boolean;
  /** Only those whose last use was then or before; null for no limit. */
  lastUsedUntil: Date | null;
}

/** A session, with its owner. */
export interface OwnedSession extends SessionType {
  userId: string;
}

/** Sessions of a person, latest use first, at most 100: `lastUsedUntil` that of the last one has the next. */
export async function readSessions(
  ctx: RequestContext,
  { userId, includesEnded, lastUsedUntil }: SessionQuery,
): Promise<SessionType[]> {
  const found = await rows(ctx)
    .where('s.user_id', '=', userId)
    .$if(!includesEnded, (open) => open.where('s.ended_at', 'is', null).where('s.expires_at', '>', ctx.clock.now()))
    .$if(lastUsedUntil !== null, (earlier) => earlier.where('s.last_used_at', '<=', lastUsedUntil))
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id')
    .limit(LISTED_MAX)
    .execute();
  return found.map((row) => sessionOf(ctx, row));
}

/**
 * A session that the caller may see: their own, for an admin anyone's.
 * @throws {AppError} NOT_FOUND for an unknown, another user's or another tenant's session
 */
export async function readSession(ctx: RequestContext, id: string): Promise<OwnedSession> {
  const { role, userId } = ctx.viewer;
  const found = await rows(ctx)
    .where('s.id', '=', id)
    .$if(role !== 'admin', (own) => own.where('s.user_id', '=', userId))
    .executeTakeFirst();
  if (!found) throw notFound();
  return sessionOf(ctx, found);
}

function rows({ em, viewer }: RequestContext) {
  return query(em)
    .selectFrom('sessions as s')
    .leftJoin('users as by', (join) => join.onRef('by.tenant_id', '=', 's.tenant_id').onRef('by.id', '=', 's.ended_by'))
    .select(['s.id', 's.user_id', 's.kind', 's.created_at', 's.authenticated_at', 's.last_used_at'])
    .select([
      's.expires_at',
      's.address',
      's.user_agent',
      's.ended_at',
      's.end_reason',
      'by.id as by_id',
      'by.name as by_name',
    ])
    .where('s.tenant_id', '=', viewer.tenantId);
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

function sessionOf({ viewer }: RequestContext, row: SessionRow): OwnedSession {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    address: row.address,
    device: deviceOf(row.user_agent),
    userAgent: row.user_agent,
    isCurrent: row.id === viewer.sessionId,
    endedAt: row.ended_at,
    endReason: row.end_reason,
    endedBy: row.by_id === null ? null : { id: row.by_id, name: row.by_name ?? '' },
  };
}
