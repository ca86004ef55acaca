import DataLoader from 'dataloader';
import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { WorkItemType } from '../work-items/work-item.type.js';
import type { TicketService } from './ticket.service.js';
import { ticketById, ticketsOfWorkItems, type TicketRow } from './ticket.sql.js';
import { CreateTicketInput, DeleteTicketPayload, TicketPayload, TicketType } from './ticket.type.js';

@Resolver(() => WorkItemType)
export class TicketResolver {
  constructor(private readonly service: TicketService) {}

  @FieldResolver(() => [TicketType], { description: 'Tickets about it in trackers, oldest first.' })
  tickets(@Root() { id }: WorkItemType, @Ctx() ctx: RequestContext): Promise<TicketRow[]> {
    return ctx.once(ticketLoader).load(id);
  }

  @Mutation(() => TicketPayload, {
    description:
      'Asks for a ticket about a work item, or links one that is there. A job does it: see the status of the ticket.',
  })
  async createTicket(
    @Arg('input', () => CreateTicketInput) { workItemId, trackerId, key = null }: CreateTicketInput,
    @Ctx() ctx: RequestContext,
  ): Promise<TicketPayload> {
    if (!isUuid(workItemId)) throw AppError.invalid('/work_item_id', 'is not a UUID');
    if (!isUuid(trackerId)) throw AppError.invalid('/tracker_id', 'is not a UUID');
    return payload(ctx, await this.service.create(ctx, { workItemId, trackerId, key }));
  }

  @Mutation(() => TicketPayload, {
    description: 'Compares a ticket with its work item now, and tries again what has failed. A job does it.',
  })
  async refreshTicket(
    @Arg('ticketId', () => ID, { description: 'Id of the ticket.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<TicketPayload> {
    if (!isUuid(id)) throw notFound();
    await this.service.refresh(ctx, id);
    return payload(ctx, id);
  }

  @Mutation(() => DeleteTicketPayload, { description: 'Unlinks a ticket. It stays as it is in its tracker.' })
  async deleteTicket(
    @Arg('ticketId', () => ID, { description: 'Id of the ticket.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<DeleteTicketPayload> {
    if (!isUuid(id)) throw notFound();
    await this.service.delete(ctx, id);
    return { deletedId: id.toLowerCase() };
  }
}

/** For `ctx.once`: tickets by their work items, in one statement for all of a batch. */
function ticketLoader({ em, viewer }: RequestContext): DataLoader<string, TicketRow[]> {
  return new DataLoader(async (ids) => {
    const found = await ticketsOfWorkItems.all(em, { tenantId: viewer.tenantId, workItemIds: ids });
    const byItem = Map.groupBy(found, ({ workItemId }) => workItemId);
    return ids.map((id) => byItem.get(id) ?? []);
  });
}

async function payload({ em, viewer }: RequestContext, id: string): Promise<TicketPayload> {
  const ticket = await ticketById.one(em, { tenantId: viewer.tenantId, id });
  if (!ticket) throw notFound();
  return { ticket };
}
