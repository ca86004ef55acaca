import { RequestContext } from '../../context.js';
import { DAY, MINUTE, SECOND } from '../../platform/clock.js';
import type { Tokens } from '../../platform/crypto/tokens.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { hashOf, isWellFormedKey, mintKey } from '../api-keys/api-key.rules.js';
import { authorOf, recordAudit } from '../audit/audit.js';
import type { LoginFailures } from '../auth/login-failures.js';
import { findActiveFramework } from '../catalogue/visibility.js';
import type { SecurityNotices } from '../notices/security-notices.js';
import type { AuditorCallers } from './auditor-callers.js';
import { nameOfFramework } from './auditor-link.read.js';
import type { AuditedPeriod } from './auditor-link.rules.js';
import { lockLinks } from './auditor-link.sql.js';
import { recordView } from './auditor-view.js';

/** Links of an organization that are in force at once. Our choice. */
const LINKS_IN_FORCE_MAX = 20;
/** Lifetime of the token that a secret is exchanged for. */
const TOKEN_LIFETIME_MS = 15 * MINUTE;

export interface NewAuditorLink extends AuditedPeriod {
  label: string;
  framework: string;
  expiresInDays: number;
}

export interface AuditorLinkOptions {
  database: Database;
  tokens: Tokens;
  failures: LoginFailures;
  callers: AuditorCallers;
  notices: SecurityNotices;
  publicUrl: PublicUrl;
}

/** Links that show one framework and one period to an external auditor, read only and without a seat. */
export class AuditorLinkService {
  constructor(private readonly options: AuditorLinkOptions) {}

  /**
   * Makes a link, and notifies the caller and the admins by mail.
   * @returns its id, and its address with the secret, which is stored nowhere: in the fragment, so that no request carries it
   * @throws {AppError} NOT_FOUND, FRAMEWORK_NOT_ACTIVE; VALIDATION_FAILED for a period that does not begin before its end and now; CONFLICT for more than 20
   */
  async create(ctx: RequestContext, { label, framework: name, from, to, expiresInDays }: NewAuditorLink) {
    const framework = findActiveFramework(ctx, name);
    const now = ctx.clock.now();
    if (from >= to) throw AppError.invalid('/from', 'must be before to');
    if (from >= now) throw AppError.invalid('/from', 'must be in the past');
    const { tenantId, userId } = ctx.viewer;
    const id = newId();
    const { key: secret, hash } = mintKey('auditor_link');
    const expiresAt = new Date(now.getTime() + expiresInDays * DAY);
    await ctx.em.transactional(async (em) => {
      await lockLinks.run(em, { tenantId });
      await refuseBeyondLimit(em, tenantId, now);
      await query(em)
        .insertInto('auditor_links')
        .values({
          ...{ id, tenant_id: tenantId, label, framework: framework.slug, period_from: from, period_to: to, hash },
          ...{ created_by: userId, created_at: now, expires_at: expiresAt },
        })
        .execute();
      const facts = { label, framework: framework.name, expiresAt };
      await this.options.notices.add(authorOf(ctx), em, { kind: 'auditor_link.created', userId, facts });
      await recordAudit(ctx, em, {
        action: 'auditor_link.created',
        resourceType: 'auditor_link',
        resourceId: id,
        after: { label, framework: framework.slug, from, to, expiresAt },
      });
    });
    await this.options.notices.wake();
    return { id, url: `${this.options.publicUrl.href}/auditor#${secret}` };
  }

  /**
   * Lets a link end later, under the same address and secret, and notifies the caller and the admins by mail.
   * @throws {AppError} NOT_FOUND; CONFLICT where it is revoked, and for more than 20 in force; VALIDATION_FAILED where it would end no later
   */
  async extend(ctx: RequestContext, id: string, expiresInDays: number): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    const now = ctx.clock.now();
    const expiresAt = new Date(now.getTime() + expiresInDays * DAY);
    await ctx.em.transactional(async (em) => {
      await lockLinks.run(em, { tenantId });
      const found = await lockLink(em, { tenantId, id });
      if (expiresAt <= found.expiresAt) throw AppError.invalid('/expires_in_days', 'must end the link later than now');
      // One that has expired counts again.
      if (found.expiresAt <= now) await refuseBeyondLimit(em, tenantId, now);
      await query(em)
        .updateTable('auditor_links')
        .set({ expires_at: expiresAt })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      const facts = { label: found.label, framework: nameOfFramework(ctx, found.framework), expiresAt };
      await this.options.notices.add(authorOf(ctx), em, { kind: 'auditor_link.extended', userId, facts });
      await recordAudit(ctx, em, {
        action: 'auditor_link.extended',
        resourceType: 'auditor_link',
        resourceId: id,
        before: { label: found.label, expiresAt: found.expiresAt },
        after: { label: found.label, expiresAt },
      });
    });
    await this.options.notices.wake();
  }

  /** Ends a link at once. @throws {AppError} NOT_FOUND; CONFLICT where it is revoked already */
  async revoke(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    const at = ctx.clock.now();
    await ctx.em.transactional(async (em) => {
      const found = await lockLink(em, { tenantId, id });
      await query(em)
        .updateTable('auditor_links')
        .set({ revoked_at: at })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      await recordAudit(ctx, em, {
        action: 'auditor_link.revoked',
        resourceType: 'auditor_link',
        resourceId: id,
        before: { label: found.label, revokedAt: null },
        after: { label: found.label, revokedAt: at },
      });
    });
  }

  /**
   * Exchanges the secret of a link for a token of 15 minutes. Failures count as those of logins do.
   * @throws {AppError} INVALID_CREDENTIALS for a secret that opens nothing, whatever the reason; RATE_LIMITED; ORGANIZATION_SUSPENDED
   */
  async open(ctx: RequestContext, secret: string): Promise<{ token: string; expiresAt: Date }> {
    const { database, tokens, failures, callers } = this.options;
    const hash = hashOf(secret);
    // An account of its own for each secret: no stranger locks out the holder of another.
    const guess = { account: `auditor link ${hash}`, address: ctx.address, isInSession: false };
    await failures.refuseWhenThrottled(guess);
    const holder = isWellFormedKey(secret, 'auditor_link') ? await this.holderOf(hash) : null;
    const issuedAt = ctx.clock.now().getTime();
    const expiresAt = Math.floor((issuedAt + TOKEN_LIFETIME_MS) / SECOND);
    const token =
      holder &&
      tokens.sign(
        {
          ...{ sessionId: newId(), userId: holder.id, tenantId: holder.tenantId, role: 'auditor_link' },
          ...{ issuedAt: issuedAt / SECOND, expiresAt },
        },
        'auditor',
      );
    const caller = token && (await callers.find(token));
    if (!holder || !token || !caller) {
      await failures.count(guess);
      throw new AppError('INVALID_CREDENTIALS', 'this link opens nothing: it is wrong, has expired or was revoked');
    }
    await failures.succeed(guess);
    const { app, requestId, address, userAgent } = ctx;
    const { viewer } = caller;
    await database.within({ kind: 'tenant', tenantId: holder.tenantId }, () =>
      recordView(new RequestContext({ app, viewer, em: database.fork(), requestId, address, userAgent }), {
        action: 'opened',
        of: {},
      }),
    );
    return { token, expiresAt: new Date(viewer.expiresAt) };
  }

  private async holderOf(hash: string): Promise<{ id: string; tenantId: string } | null> {
    const { database } = this.options;
    const found = await database.within({ kind: 'credential', hash }, () =>
      query(database.fork())
        .selectFrom('auditor_links')
        .select(['id', 'tenant_id as tenantId'])
        .where('hash', '=', hash)
        .executeTakeFirst(),
    );
    return found ?? null;
  }
}

/** @throws {AppError} CONFLICT where as many links are in force as may be; counted under the lock on the links */
async function refuseBeyondLimit(em: EntityManager, tenantId: string, now: Date): Promise<void> {
  const { count } = await query(em)
    .selectFrom('auditor_links')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (Number(count) >= LINKS_IN_FORCE_MAX)
    throw new AppError('CONFLICT', `an organization has at most ${LINKS_IN_FORCE_MAX} links of auditors in force`);
}

/** Locks a link that is not revoked. @throws {AppError} NOT_FOUND; CONFLICT where it is revoked */
async function lockLink(em: EntityManager, { tenantId, id }: { tenantId: string; id: string }) {
  const found = await query(em)
    .selectFrom('auditor_links')
    .select(['label', 'framework', 'revoked_at as revokedAt', 'expires_at as expiresAt'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  if (found.revokedAt !== null) throw new AppError('CONFLICT', 'the link is revoked already');
  return found;
}
