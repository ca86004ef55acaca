import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { query } from '../../platform/database/database.js';
import type { IdentityProviderType } from './manager.type.js';

/** Loader for `ctx.once`: the identity provider that manages a member, or null, in one statement per batch. */
export function managerLoader({ em, viewer }: RequestContext): DataLoader<string, IdentityProviderType | null> {
  return new DataLoader(async (userIds) => {
    const found = await query(em)
      .selectFrom('users as u')
      .innerJoin('identity_providers as p', (join) =>
        join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.id', '=', 'u.managed_by'),
      )
      .select(['u.id as userId', 'p.id', 'p.kind', 'p.name'])
      .where('u.tenant_id', '=', viewer.tenantId)
      .where('u.id', 'in', [...userIds])
      .execute();
    const byUser = new Map(found.map(({ userId, ...provider }) => [userId, provider]));
    return userIds.map((id) => byUser.get(id) ?? null);
  });
}
