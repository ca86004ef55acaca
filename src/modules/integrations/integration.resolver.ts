import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { IntegrationChanges } from './integration-changes.js';
import { readIntegration, readIntegrations } from './integration.read.js';
import type { IntegrationService } from './integration.service.js';
import {
  ConnectIntegrationInput,
  DisconnectIntegrationInput,
  IntegrationKindType,
  IntegrationPayload,
  IntegrationType,
  TestConnectionInput,
  TestConnectionPayload,
  TestIntegrationInput,
  TestIntegrationPayload,
  UpdateIntegrationInput,
} from './integration.type.js';

@Resolver()
export class IntegrationResolver {
  constructor(
    private readonly service: IntegrationService,
    private readonly changes: IntegrationChanges,
  ) {}

  @Query(() => [IntegrationType], { description: 'Integrations of the organization, oldest first.' })
  integrations(@Ctx() ctx: RequestContext): Promise<IntegrationType[]> {
    return readIntegrations(ctx);
  }

  @Query(() => IntegrationType, { description: 'One integration.' })
  async integration(
    @Arg('id', () => ID, { description: 'Id of the integration.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<IntegrationType> {
    if (!isUuid(id)) throw notFound();
    return (await payload(ctx, id)).integration;
  }

  @Query(() => [IntegrationKindType], {
    description: 'Types of integrations that can be connected, with their settings.',
  })
  integrationKinds(@Ctx() ctx: RequestContext): Promise<IntegrationKindType[]> {
    return this.service.kinds(ctx);
  }

  @Mutation(() => IntegrationPayload, {
    description:
      'Tests the settings and stores them: `connected` where the system answered, else in `error` with the reason.',
  })
  async connectIntegration(
    @Arg('input', () => ConnectIntegrationInput) input: ConnectIntegrationInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IntegrationPayload> {
    return payload(ctx, await this.service.connect(ctx, input));
  }

  @Mutation(() => TestConnectionPayload, {
    description: 'Tests settings before they are connected, as `connectIntegration` would. Nothing is stored.',
  })
  testConnection(
    @Arg('input', () => TestConnectionInput) input: TestConnectionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<TestConnectionPayload> {
    return this.service.test(ctx, input);
  }

  @Mutation(() => IntegrationPayload, { description: 'Changes the name or the settings of an integration.' })
  async updateIntegration(
    @Arg('input', () => UpdateIntegrationInput) { integrationId, ...changes }: UpdateIntegrationInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IntegrationPayload> {
    await this.changes.update(ctx, checkedId(integrationId), changes);
    return payload(ctx, integrationId);
  }

  @Mutation(() => TestIntegrationPayload, {
    description:
      'Tests whether a scan could collect. An integration in error that answers is reconnected; one that fails the test is in error.',
  })
  async testIntegration(
    @Arg('input', () => TestIntegrationInput) { integrationId }: TestIntegrationInput,
    @Ctx() ctx: RequestContext,
  ): Promise<TestIntegrationPayload> {
    const problems = await this.changes.test(ctx, checkedId(integrationId));
    const { integration } = await payload(ctx, integrationId);
    return { integration, problems };
  }

  @Mutation(() => IntegrationPayload, { description: 'Disconnects an integration; its results no longer count.' })
  async disconnectIntegration(
    @Arg('input', () => DisconnectIntegrationInput) { integrationId }: DisconnectIntegrationInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IntegrationPayload> {
    await this.service.disconnect(ctx, checkedId(integrationId));
    return payload(ctx, integrationId);
  }
}

function checkedId(id: string): string {
  if (isUuid(id)) return id;
  throw AppError.invalid('/integration_id', 'is not a UUID');
}

async function payload(ctx: RequestContext, id: string): Promise<IntegrationPayload> {
  const integration = await readIntegration(ctx, id);
  if (!integration) throw notFound();
  return { integration };
}
