import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../../context.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { violatedConstraint } from '../../platform/database/database-errors.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { lockTenant } from '../organizations/tenant-lock.js';
import { domainKey, recordName, recordText } from './email-domain.rules.js';
import { EMAIL_DOMAINS_MAX } from './email-domain.type.js';
import type { ResolveTxt } from './txt-records.js';

const TOKEN_BYTES = 24;

/** Claims of domains, and their proof by a TXT record. A verified domain belongs to one organization. */
export class EmailDomainService {
  constructor(
    private readonly resolveTxt: ResolveTxt,
    private readonly checks: TenantQuota,
  ) {}

  /**
   * Claims a domain; it counts once it is verified.
   * @returns the id
   * @throws {AppError} VALIDATION_FAILED for what is no domain; CONFLICT for a claimed one, and beyond the limit
   */
  async claim(ctx: RequestContext, text: string): Promise<string> {
    const domain = domainKey(text);
    if (domain === null) throw AppError.invalid('/domain', 'must be a domain, such as example.com');
    const { tenantId, userId } = ctx.viewer;
    const [id, at] = [newId(), ctx.clock.now()];
    await ctx.em.transactional(async (em) => {
      await lockTenant(em, tenantId);
      await refuseKnown(em, tenantId, domain);
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      await query(em)
        .insertInto('email_domains')
        .values({ id, tenant_id: tenantId, domain, token, created_by: userId, created_at: at })
        .execute();
      await recordAudit(ctx, em, entry('email_domain.claimed', id, null, { domain }));
    });
    return id;
  }

  /**
   * Looks for the record of a claimed domain.
   * @throws {AppError} NOT_FOUND; RATE_LIMITED; CONFLICT without the record, and for a domain that another organization
   * holds, which only somebody learns who has published a record there
   */
  async verify(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    const { domain, token } = await findDomain(ctx.em, tenantId, id);
    await this.checks.take(ctx);
    const records = await this.resolveTxt(recordName(domain));
    if (records === null) throw new AppError('CONFLICT', 'the name servers of the domain do not answer');
    if (!records.includes(recordText(token))) throw new AppError('CONFLICT', 'the TXT record was not found');
    const at = ctx.clock.now();
    await ctx.em
      .transactional(async (em) => {
        const verified = await query(em)
          .updateTable('email_domains')
          .set((eb) => ({
            verified_at: eb.fn.coalesce('verified_at', eb.val(at)),
            checked_at: at,
            missing_since: null,
          }))
          .where('tenant_id', '=', tenantId)
          .where('id', '=', id)
          .returning('verified_at as verifiedAt')
          .executeTakeFirst();
        if (!verified) throw notFound();
        if (verified.verifiedAt?.getTime() !== at.getTime()) return;
        await recordAudit(ctx, em, entry('email_domain.verified', id, null, { domain }));
      })
      .catch((err: unknown) => {
        if (violatedConstraint(err) !== 'email_domains_holder') throw err;
        throw new AppError('CONFLICT', 'another organization holds this domain', { cause: err });
      });
  }

  /**
   * Gives a domain up: addresses in it no longer log in by single sign-on.
   * @throws {AppError} NOT_FOUND; CONFLICT for the last verified domain while single sign-on is enforced
   */
  async release(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      await lockTenant(em, tenantId);
      const { domain, isVerified } = await findDomain(em, tenantId, id);
      if (isVerified && (await isLastOfEnforced(em, tenantId, id))) {
        throw new AppError(
          'CONFLICT',
          'single sign-on is enforced: switch that off before you give up the last domain',
        );
      }
      await query(em).deleteFrom('email_domains').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
      await recordAudit(ctx, em, entry('email_domain.released', id, { domain }, null));
    });
  }
}

async function findDomain(em: EntityManager, tenantId: string, id: string) {
  const found = await query(em)
    .selectFrom('email_domains')
    .select(['domain', 'token', 'verified_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound();
  return { domain: found.domain, token: found.token, isVerified: found.verified_at !== null };
}

async function refuseKnown(em: EntityManager, tenantId: string, domain: string): Promise<void> {
  const known = await query(em)
    .selectFrom('email_domains')
    .select('domain')
    .where('tenant_id', '=', tenantId)
    .execute();
  if (known.some((each) => each.domain === domain)) throw new AppError('CONFLICT', 'the domain is claimed already');
  if (known.length < EMAIL_DOMAINS_MAX) return;
  throw new AppError('CONFLICT', `an organization can have at most ${String(EMAIL_DOMAINS_MAX)} domains`);
}

async function isLastOfEnforced(em: EntityManager, tenantId: string, id: string): Promise<boolean> {
  const enforced = await query(em)
    .selectFrom('identity_connections')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('is_enforced', '=', true)
    .executeTakeFirst();
  if (!enforced) return false;
  const other = await query(em)
    .selectFrom('email_domains')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '<>', id)
    .where('verified_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return !other;
}

type Values = Record<string, unknown> | null;

function entry(action: AuditAction, resourceId: string, before: Values, after: Values) {
  return { action, resourceType: 'email_domain', resourceId, before, after };
}
