import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import { recordName, recordText } from './email-domain.rules.js';
import type { EmailDomainType } from './email-domain.type.js';

/** Domains of the organization, by name. */
export async function readEmailDomains(ctx: RequestContext): Promise<EmailDomainType[]> {
  const found = await select(ctx).orderBy('domain').execute();
  return found.map(shown);
}

/** One domain of the organization, or null. */
export async function readEmailDomain(ctx: RequestContext, id: string): Promise<EmailDomainType | null> {
  const found = await select(ctx).where('id', '=', id).executeTakeFirst();
  return found ? shown(found) : null;
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function shown({ token, ...domain }: Row): EmailDomainType {
  return { ...domain, recordName: recordName(domain.domain), recordText: recordText(token) };
}

function select({ em, viewer }: RequestContext) {
  return query(em)
    .selectFrom('email_domains')
    .select(['id', 'domain', 'token', 'created_at as createdAt', 'verified_at as verifiedAt'])
    .select(['checked_at as checkedAt', 'missing_since as missingSince'])
    .where('tenant_id', '=', viewer.tenantId);
}
