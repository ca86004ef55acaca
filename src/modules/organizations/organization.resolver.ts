import { Arg, Ctx, FieldResolver, Float, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { readOrganization, storedFilesOf } from './organization.read.js';
import type { OrganizationService } from './organization.service.js';
import {
  OrganizationPayload,
  OrganizationType,
  OrganizationUsageType,
  SetFrameworksInput,
  StoredByKindType,
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

@Resolver(() => OrganizationUsageType)
export class OrganizationUsageResolver {
  @FieldResolver(() => Float, {
    description:
      'Bytes of everything that is stored in files: evidence, reports, what scans and imports store, and the files of the audit ' +
      'trail; what is being received counts.',
  })
  async storedBytes(@Ctx() ctx: RequestContext): Promise<number> {
    return (await ctx.once(storedFilesOf)).bytes;
  }

  @FieldResolver(() => Int, { description: 'Number of the same files, without those of the audit trail.' })
  async storedFiles(@Ctx() ctx: RequestContext): Promise<number> {
    return (await ctx.once(storedFilesOf)).files;
  }
  @FieldResolver(() => StoredByKindType, { description: 'The same bytes by kind.' })
  storedByKind(@Ctx() ctx: RequestContext): Promise<StoredByKindType> {
    return ctx.once(storedFilesOf);
  }
}
