import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { notFound } from '../../platform/errors.js';
import { DESTINATIONS } from './destination-kinds.js';
import type { DestinationService } from './destination.service.js';
import { destinations, type DestinationRow } from './destination.sql.js';
import {
  CreateDestinationInput,
  DestinationPayload,
  DestinationType,
  UpdateDestinationInput,
  type DestinationState,
} from './destination.type.js';

@Resolver()
export class DestinationResolver {
  constructor(private readonly service: DestinationService) {}

  @Query(() => [DestinationType], { description: 'Where security events are pushed, oldest first.' })
  async securityEventDestinations(@Ctx() { em, viewer }: RequestContext): Promise<DestinationType[]> {
    return (await destinations.all(em, { tenantId: viewer.tenantId, id: null })).map(destinationType);
  }

  @Query(() => DestinationType, { description: 'One destination of security events.' })
  async securityEventDestination(
    @Arg('id', () => ID, { description: 'Id of the destination.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<DestinationType> {
    if (!isUuid(id)) throw notFound();
    return (await payload(ctx, id)).destination;
  }

  @Mutation(() => DestinationPayload, { description: 'Creates a destination. It receives the events from now on.' })
  async createSecurityEventDestination(
    @Arg('input', () => CreateDestinationInput) input: CreateDestinationInput,
    @Ctx() ctx: RequestContext,
  ): Promise<DestinationPayload> {
    const { kind, address, secret, ...settings } = input;
    const id = await this.service.create(ctx, {
      kind,
      address,
      secret: secret ?? null,
      settings: settingsOf(settings),
    });
    return payload(ctx, id);
  }

  @Mutation(() => DestinationPayload, { description: 'Changes a destination, and tries it again at once.' })
  async updateSecurityEventDestination(
    @Arg('destinationId', () => ID, { description: 'Id of the destination.' }) id: string,
    @Arg('input', () => UpdateDestinationInput) input: UpdateDestinationInput,
    @Ctx() ctx: RequestContext,
  ): Promise<DestinationPayload> {
    if (!isUuid(id)) throw notFound();
    const { address, secret, isPaused, ...settings } = input;
    await this.service.update(ctx, id, {
      address: address ?? undefined,
      secret: secret ?? undefined,
      isPaused: isPaused ?? undefined,
      settings: settingsOf(settings),
    });
    return payload(ctx, id);
  }

  @Mutation(() => DestinationPayload, { description: 'Removes a destination.' })
  async deleteSecurityEventDestination(
    @Arg('destinationId', () => ID, { description: 'Id of the destination.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<DestinationPayload> {
    if (!isUuid(id)) throw notFound();
    return { destination: destinationType(await this.service.delete(ctx, id)) };
  }
}

function settingsOf({ accessKeyId, region, ca }: Pick<UpdateDestinationInput, 'accessKeyId' | 'region' | 'ca'>) {
  return { accessKeyId: accessKeyId ?? undefined, region: region ?? undefined, ca: ca ?? undefined };
}

async function payload({ em, viewer }: RequestContext, id: string): Promise<DestinationPayload> {
  const found = await destinations.one(em, { tenantId: viewer.tenantId, id });
  if (!found) throw notFound();
  return { destination: destinationType(found) };
}

function destinationType({ settings, hasCredentials, isPaused, ...row }: DestinationRow): DestinationType {
  return {
    ...row,
    region: settings.region ?? null,
    accessKeyId: settings.accessKeyId ?? null,
    hasSecret: hasCredentials,
    state: stateOf({ ...row, hasCredentials, isPaused }),
  };
}

function stateOf({
  kind,
  hasCredentials,
  isPaused,
  failures,
}: Pick<DestinationRow, 'kind' | 'hasCredentials' | 'isPaused' | 'failures'>): DestinationState {
  if (isPaused) return 'paused';
  if (DESTINATIONS[kind].hasSecret && !hasCredentials) return 'needs_secret';
  return failures > 0 ? 'failing' : 'active';
}
