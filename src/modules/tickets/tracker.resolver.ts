import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { hookUrl } from './ticket-hooks.js';
import {
  CreateTicketTrackerInput,
  DeleteTicketTrackerPayload,
  TicketTrackerPayload,
  TicketTrackerSecretPayload,
  TicketTrackerType,
  UpdateTicketTrackerInput,
  type TicketTrackerState,
} from './ticket.type.js';
import { GITHUB_ADDRESS } from './tracker-settings.rules.js';
import type { TrackerChanges, TrackerService } from './tracker.service.js';
import { trackers, type TrackerRow } from './tracker.sql.js';

@Resolver()
export class TrackerResolver {
  constructor(
    private readonly service: TrackerService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Query(() => [TicketTrackerType], { description: 'Trackers in which tickets are created, oldest first.' })
  async ticketTrackers(@Ctx() { em, viewer }: RequestContext): Promise<TicketTrackerType[]> {
    const found = await trackers.all(em, { tenantId: viewer.tenantId, id: null });
    return found.map((tracker) => this.shown(tracker));
  }

  @Query(() => TicketTrackerType, { description: 'One tracker.' })
  ticketTracker(
    @Arg('id', () => ID, { description: 'Id of the tracker.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<TicketTrackerType> {
    return this.find(ctx, id);
  }

  @Mutation(() => TicketTrackerSecretPayload, {
    description:
      'Connects a tracker. It is asked who the token belongs to first, and nothing is stored that it does not accept.',
  })
  async createTicketTracker(
    @Arg('input', () => CreateTicketTrackerInput) input: CreateTicketTrackerInput,
    @Ctx() ctx: RequestContext,
  ): Promise<TicketTrackerSecretPayload> {
    const { address, issueType = null, email = null, ...rest } = input;
    if (address == null && rest.kind !== 'github') throw AppError.invalid('/address', 'is required for Jira');
    const given = { ...rest, address: address ?? GITHUB_ADDRESS, issueType, email };
    const { id, hookSecret } = await this.service.create(ctx, given);
    return { ticketTracker: await this.find(ctx, id), hookSecret };
  }

  @Mutation(() => TicketTrackerPayload, {
    description: 'Changes a tracker, which is asked again where that matters to it.',
  })
  async updateTicketTracker(
    @Arg('trackerId', () => ID, { description: 'Id of the tracker.' }) id: string,
    @Arg('input', () => UpdateTicketTrackerInput) { email, ...input }: UpdateTicketTrackerInput,
    @Ctx() ctx: RequestContext,
  ): Promise<TicketTrackerPayload> {
    if (!isUuid(id)) throw notFound();
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as TrackerChanges;
    await this.service.update(ctx, id, email === undefined ? given : { ...given, email });
    return { ticketTracker: await this.find(ctx, id) };
  }

  @Mutation(() => TicketTrackerSecretPayload, {
    description: 'Makes a new secret for the webhook of a tracker. The old one is of no use from then on.',
  })
  async rotateTicketHookSecret(
    @Arg('trackerId', () => ID, { description: 'Id of the tracker.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<TicketTrackerSecretPayload> {
    if (!isUuid(id)) throw notFound();
    const { hookSecret } = await this.service.rotateHookSecret(ctx, id);
    return { ticketTracker: await this.find(ctx, id), hookSecret };
  }

  @Mutation(() => DeleteTicketTrackerPayload, {
    description: 'Disconnects a tracker. Its tickets stay there, and are linked no more.',
  })
  async deleteTicketTracker(
    @Arg('trackerId', () => ID, { description: 'Id of the tracker.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<DeleteTicketTrackerPayload> {
    if (!isUuid(id)) throw notFound();
    await this.service.delete(ctx, id);
    return { deletedId: id.toLowerCase() };
  }

  /** @throws {AppError} NOT_FOUND */
  private async find({ em, viewer }: RequestContext, id: string): Promise<TicketTrackerType> {
    const found = isUuid(id) ? await trackers.one(em, { tenantId: viewer.tenantId, id }) : null;
    if (!found) throw notFound();
    return this.shown(found);
  }

  private shown(row: TrackerRow): TicketTrackerType {
    return { ...row, state: stateOf(row), hookUrl: hookUrl(this.publicUrl, row.id) };
  }
}

function stateOf({ hasToken, failures }: TrackerRow): TicketTrackerState {
  if (!hasToken) return 'needs_token';
  return failures > 0 ? 'failing' : 'active';
}
