import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { readDeliveriesById, type DeliveryRow } from './delivery.read.js';

/** For `ctx.once`: deliveries of the tenant by their ids, in one statement for all of a batch; null where there is none. */
export function deliveryLoader(ctx: RequestContext): DataLoader<string, DeliveryRow | null> {
  return new DataLoader(async (ids) => {
    const found = await readDeliveriesById(ctx, ids);
    const byId = new Map(found.map((delivery) => [delivery.id, delivery]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}
