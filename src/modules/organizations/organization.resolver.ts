import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { readOrganization } from './organization.read.js';
import type { OrganizationService } from './organization.service.js';
import {
  OrganizationPayload,
  OrganizationType,
  SetFrameworksInput,
  UpdateOrganizationInput,
} from './organization.type.js';

@Resolver()
export class OrganizationResolver {
  constructor(private readonly service: OrganizationService) {}

  @Query(() => OrganizationType, { description: 'The organization of the caller.' })
  organization(@Ctx() ctx: RequestContext): Promise<OrganizationType> {
    return readOrganization(ctx);
  }

  @Mutation(() => OrganizationPayload, { description: 'Merges values into the profile.' })
  async updateOrganization(
    @Arg('input', () => UpdateOrganizationInput) input: UpdateOrganizationInput,
    @Ctx() ctx: RequestContext,
  ): Promise<OrganizationPayload> {
    await this.service.update(ctx, input);
    return { organization: await readOrganization(ctx) };
  }

  @Mutation(() => OrganizationPayload, {
    description: 'Sets the active frameworks, from the next request on.',
  })
  async setFrameworks(
    @Arg('input', () => SetFrameworksInput) { frameworks }: SetFrameworksInput,
    @Ctx() ctx: RequestContext,
  ): Promise<OrganizationPayload> {
    await this.service.setFrameworks(ctx, frameworks);
    return { organization: await readOrganization(ctx) };
  }
}
