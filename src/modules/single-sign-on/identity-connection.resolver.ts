import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import {
  CreateIdentityConnectionInput,
  DeleteIdentityConnectionPayload,
  EnforceSingleSignOnInput,
  IdentityConnectionInput,
  IdentityConnectionPayload,
  UpdateIdentityConnectionInput,
} from './connection-changes.type.js';
import type { EnforcementService } from './enforcement.service.js';
import { readConnection, readConnections } from './identity-connection.read.js';
import type { IdentityConnectionService } from './identity-connection.service.js';
import { IdentityConnectionType } from './identity-connection.type.js';
import type { SignOnUrls } from './sign-on-urls.js';

@Resolver()
export class IdentityConnectionResolver {
  constructor(
    private readonly service: IdentityConnectionService,
    private readonly enforcement: EnforcementService,
    private readonly urls: SignOnUrls,
  ) {}

  @Query(() => [IdentityConnectionType], {
    description: 'Connections to identity providers, oldest first, without secrets.',
  })
  identityConnections(@Ctx() ctx: RequestContext): Promise<IdentityConnectionType[]> {
    return readConnections(ctx, this.urls);
  }

  @Mutation(() => IdentityConnectionPayload, { description: 'Creates a connection, to be tested and activated.' })
  async createIdentityConnection(
    @Arg('input', () => CreateIdentityConnectionInput) input: CreateIdentityConnectionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IdentityConnectionPayload> {
    return this.payload(ctx, await this.service.create(ctx, input));
  }

  @Mutation(() => IdentityConnectionPayload, {
    description: 'Changes the given settings. Another provider or client has to be tested again.',
  })
  async updateIdentityConnection(
    @Arg('input', () => UpdateIdentityConnectionInput) { connectionId, ...given }: UpdateIdentityConnectionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IdentityConnectionPayload> {
    await this.service.update(ctx, checked(connectionId), given);
    return this.payload(ctx, connectionId);
  }

  @Mutation(() => DeleteIdentityConnectionPayload, { description: 'Deletes a connection. Its members stay.' })
  async deleteIdentityConnection(
    @Arg('input', () => IdentityConnectionInput) { connectionId }: IdentityConnectionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<DeleteIdentityConnectionPayload> {
    await this.service.delete(ctx, checked(connectionId));
    return { deletedId: connectionId };
  }

  @Mutation(() => IdentityConnectionPayload, { description: 'Lets members log in by a tested connection.' })
  async activateIdentityConnection(
    @Arg('input', () => IdentityConnectionInput) { connectionId }: IdentityConnectionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IdentityConnectionPayload> {
    await this.enforcement.activate(ctx, checked(connectionId));
    return this.payload(ctx, connectionId);
  }

  @Mutation(() => IdentityConnectionPayload, { description: 'Ends log-ins by a connection.' })
  async deactivateIdentityConnection(
    @Arg('input', () => IdentityConnectionInput) { connectionId }: IdentityConnectionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IdentityConnectionPayload> {
    await this.enforcement.deactivate(ctx, checked(connectionId));
    return this.payload(ctx, connectionId);
  }

  @Mutation(() => IdentityConnectionPayload, {
    description: 'Refuses passwords of members with addresses in the organization’s domains, except for one admin.',
  })
  async enforceSingleSignOn(
    @Arg('input', () => EnforceSingleSignOnInput) { connectionId, breakGlassUserId }: EnforceSingleSignOnInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IdentityConnectionPayload> {
    await this.enforcement.enforce(ctx, checked(connectionId), checked(breakGlassUserId, 'break_glass_user_id'));
    return this.payload(ctx, connectionId);
  }

  @Mutation(() => IdentityConnectionPayload, { description: 'Lets members use passwords again.' })
  async relaxSingleSignOn(
    @Arg('input', () => IdentityConnectionInput) { connectionId }: IdentityConnectionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<IdentityConnectionPayload> {
    await this.enforcement.relax(ctx, checked(connectionId));
    return this.payload(ctx, connectionId);
  }

  private async payload(ctx: RequestContext, id: string): Promise<IdentityConnectionPayload> {
    const identityConnection = await readConnection(ctx, id, this.urls);
    if (!identityConnection) throw notFound();
    return { identityConnection };
  }
}

function checked(id: string, field = 'connection_id'): string {
  if (isUuid(id)) return id;
  throw AppError.invalid(`/${field}`, 'is not a UUID');
}
