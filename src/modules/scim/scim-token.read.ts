import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors.js';
import { SECRET_PREFIXES } from '../api-keys/api-key.rules.js';
import type { ScimTokenType } from './scim-token.type.js';

/** Limit of listed tokens: those in force are at most 10. */
const LISTED_MAX = 50;

/** Tokens of the organization, those in force first, then the newest. */
export async function readScimTokens(ctx: RequestContext): Promise<ScimTokenType[]> {
  const found = await tokens(ctx)
    .orderBy('t.revoked_at', (order) => order.desc().nullsFirst())
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id')
    .limit(LISTED_MAX)
    .execute();
  return found.map(tokenOf);
}

/** @throws {AppError} NOT_FOUND */
export async function readScimToken(ctx: RequestContext, id: string): Promise<ScimTokenType> {
  const found = await tokens(ctx).where('t.id', '=', id).executeTakeFirst();
  if (!found) throw notFound();
  return tokenOf(found);
}

function tokens({ em, viewer }: RequestContext) {
  return query(em)
    .selectFrom('scim_tokens as t')
    .innerJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.id'),
    )
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 't.tenant_id').onRef('u.id', '=', 't.created_by'))
    .select(['t.id', 'p.name', 't.token_id', 't.created_at', 't.last_used_at', 't.revoked_at'])
    .select(['u.id as user_id', 'u.name as user_name'])
    .where('t.tenant_id', '=', viewer.tenantId);
}

type TokenRow = Awaited<ReturnType<ReturnType<typeof tokens>['execute']>>[number];

function tokenOf(token: TokenRow): ScimTokenType {
  return {
    id: token.id,
    name: token.name,
    prefix: SECRET_PREFIXES.scim_token + token.token_id,
    createdBy: { id: token.user_id, name: token.user_name },
    createdAt: token.created_at,
    lastUsedAt: token.last_used_at,
    revokedAt: token.revoked_at,
  };
}
