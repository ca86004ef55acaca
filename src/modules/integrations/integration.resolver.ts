import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { readIntegration, readIntegrations } from './integration.read.js';
import type { IntegrationService } from './integration.service.js';
import {
  ConnectIntegrationInput,
  DisconnectIntegrationInput,
  IntegrationPayload,
  IntegrationType,
} from './integration.type.js';

@Resolver()
export class IntegrationResolver {
  constructor(private readonly service: IntegrationService) {}

  @Query(() => [IntegrationType], { description: 'Integrations of the organization, oldest first.' })
  integrations(@Ctx() ctx: RequestContext): Promise<IntegrationType[]> {
    return readIntegrations(ctx);
  }

  @Mutation(() => IntegrationPayload, { description: 'Connects an integration.' })
  async connectIntegration(
    @Arg('input', () => ConnectIntegrationInput) input: ConnectIntegrationInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IntegrationPayload> {
    return payload(ctx, await this.service.connect(ctx, input));
  }

  @Mutation(() => IntegrationPayload, { description: 'Disconnects an integration; its results count no more.' })
  async disconnectIntegration(
    @Arg('input', () => DisconnectIntegrationInput) { integrationId }: DisconnectIntegrationInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IntegrationPayload> {
    if (!isUuid(integrationId)) throw AppError.invalid('/integration_id', 'is not a UUID');
    await this.service.disconnect(ctx, integrationId);
    return payload(ctx, integrationId);
  }
}

async function payload(ctx: RequestContext, id: string): Promise<IntegrationPayload> {
  const integration = await readIntegration(ctx, id);
  if (!integration) throw notFound();
  return { integration };
}
