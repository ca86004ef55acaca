import type { BrowserExchange, RequestContext } from '../../context.js';
import { SECOND } from '../../platform/clock.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import { authorAs } from '../audit/audit.js';
import type { SecurityNotices } from '../notices/security-notices.js';
import { refreshHashes, type RefreshHashes, type RefreshTokens } from './refresh-tokens.js';
import { endSessions } from './session-end.js';
import type { Login, Sessions } from './sessions.js';

/**
 * Time for which the direct predecessor of a refresh token is accepted after it was replaced: two tabs may refresh at
 * once, and a reload may lose a response. Older ones never are.
 */
const GRACE_MS = 10 * SECOND;

export interface BrowserSessionsOptions {
  database: Database;
  sessions: Sessions;
  tokens: RefreshTokens;
  notices: SecurityNotices;
}

/** Sessions of browsers: short access tokens, and refresh tokens in a cookie that are replaced with every use. */
export class BrowserSessions {
  constructor(private readonly options: BrowserSessionsOptions) {}

  /**
   * Goes on with the session of the cookie: a new access token, and a new cookie. A refresh token that was replaced
   * before ends the session, because one of the two who have it has stolen it.
   * @returns null where there is no session to go on with
   * @throws {AppError} FORBIDDEN where another site's page asks
   */
  async refresh(ctx: RequestContext): Promise<Login | null> {
    const { database, notices } = this.options;
    const token = ctx.browser?.cookie('session') ?? null;
    const hashes = token === null ? null : refreshHashes(token);
    if (token === null || hashes === null) return null;
    const browser = ownPage(ctx);
    const tenantId = await this.tenantOf(hashes);
    const outcome =
      tenantId === null
        ? 'over'
        : await database.within({ kind: 'tenant', tenantId }, () =>
            database.fork().transactional((em) => this.rotate(ctx, em, { browser, token, hashes, tenantId })),
          );
    if (typeof outcome === 'object') return outcome;
    browser.clearCookie('session');
    if (outcome === 'reused') await notices.wake();
    return null;
  }

  /** Removes the cookie, where a browser asks. */
  forget({ browser }: RequestContext): void {
    browser?.clearCookie('session');
  }

  private async tenantOf({ family }: RefreshHashes): Promise<string | null> {
    const { database } = this.options;
    const found = await database.within({ kind: 'credential', hash: family }, () =>
      query(database.fork())
        .selectFrom('sessions')
        .select('tenant_id as tenantId')
        .where('refresh_family', '=', family)
        .executeTakeFirst(),
    );
    return found?.tenantId ?? null;
  }

  private async rotate(
    ctx: RequestContext,
    em: EntityManager,
    { browser, token, hashes, tenantId }: Presented,
  ): Promise<Login | 'over' | 'reused'> {
    const { sessions, tokens } = this.options;
    const now = ctx.clock.now();
    const found = await lockSession(em, tenantId, hashes.family);
    if (found?.endedAt !== null || found.expiresAt <= now) return 'over';
    // A password that was changed past the service, in the database.
    if (found.credentialsChangedAt > found.createdAt) return 'over';
    const isCurrent = found.refreshHash === hashes.token;
    const isPredecessor = found.refreshPrevious === hashes.token;
    const ageMs = now.getTime() - (found.refreshedAt?.getTime() ?? 0);
    if (!isCurrent && !(isPredecessor && ageMs <= GRACE_MS)) {
      await this.endReused(ctx, em, { id: found.id, userId: found.userId, tenantId });
      return 'reused';
    }
    const successor = tokens.next(token);
    const expiresAt = isCurrent ? sessions.idleEnd(now, found.endsAt ?? now) : found.expiresAt;
    if (isCurrent) await replace(em, { tenantId, id: found.id, now, expiresAt, hashes, successor });
    browser.setCookie('session', successor, expiresAt.getTime() - now.getTime());
    return sessions.goOn(em, { tenantId, userId: found.userId, sessionId: found.id, expiresAt }, ctx);
  }

  private async endReused(
    ctx: RequestContext,
    em: EntityManager,
    { id, userId, tenantId }: { id: string; userId: string; tenantId: string },
  ): Promise<void> {
    const { address, userAgent, requestId } = ctx;
    const actor = { type: 'system', id: null, apiKeyId: null, address, userAgent, requestId } as const;
    const author = authorAs(ctx, actor, tenantId);
    const event = { kind: 'session.token_reused', userId, sessionId: id } as const;
    await author.events?.recordChange(em, author, event);
    await endSessions(author, em, { userId, reason: 'token_reused', only: id });
    await this.options.notices.add(author, em, { kind: 'session.token_reused', userId, facts: {} });
  }
}

interface Presented {
  browser: BrowserExchange;
  token: string;
  hashes: RefreshHashes;
  tenantId: string;
}

/** Session exchange of a request from the dashboard's own page. @throws {AppError} FORBIDDEN for any other request */
export function ownPage({ browser }: Pick<RequestContext, 'browser'>): BrowserExchange {
  if (browser?.isOwnPage) return browser;
  throw new AppError('FORBIDDEN', 'only pages of this service have sessions in a cookie');
}

/** The session of a family, locked: of two that refresh at once, the second sees what the first has changed. */
function lockSession(em: EntityManager, tenantId: string, family: string) {
  return query(em)
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'))
    .select(['s.id', 's.user_id as userId', 's.created_at as createdAt', 's.expires_at as expiresAt'])
    .select(['s.ended_at as endedAt', 's.ends_at as endsAt', 's.refreshed_at as refreshedAt'])
    .select(['s.refresh_hash as refreshHash', 's.refresh_previous as refreshPrevious'])
    .select('u.credentials_changed_at as credentialsChangedAt')
    .where('s.tenant_id', '=', tenantId)
    .where('s.refresh_family', '=', family)
    .where('u.removed_at', 'is', null)
    .forUpdate('s')
    .executeTakeFirst();
}

interface Replacement {
  tenantId: string;
  id: string;
  now: Date;
  expiresAt: Date;
  hashes: RefreshHashes;
  successor: string;
}

async function replace(
  em: EntityManager,
  { tenantId, id, now, expiresAt, hashes, successor }: Replacement,
): Promise<void> {
  await query(em)
    .updateTable('sessions')
    .set({ refresh_hash: refreshHashes(successor)?.token ?? null, refresh_previous: hashes.token, refreshed_at: now })
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
