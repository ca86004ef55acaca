import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { readIntegrationsById } from './integration.read.js';
import type { IntegrationType } from './integration.type.js';

/** For `ctx.once`: integrations of the tenant by their ids, in one statement for all of a batch; null where there is none. */
export function integrationLoader(ctx: RequestContext): DataLoader<string, IntegrationType | null> {
  return new DataLoader(async (ids) => {
    const found = await readIntegrationsById(ctx, ids);
    const byId = new Map(found.map((integration) => [integration.id, integration]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}
