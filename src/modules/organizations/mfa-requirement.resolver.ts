import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { MfaRequirementService } from './mfa-requirement.service.js';
import { RequireMfaInput } from './mfa-requirement.type.js';
import { readOrganization } from './organization.read.js';
import { OrganizationPayload } from './organization.type.js';

/** Days until codes are required, where no other number is given. */
const GRACE_DAYS = 14;

@Resolver()
export class MfaRequirementResolver {
  constructor(private readonly requirement: MfaRequirementService) {}

  @Mutation(() => OrganizationPayload, {
    description:
      'Requires a second factor of every member, one-time codes or a passkey, or not any more. The caller must have one.',
  })
  async requireMfa(
    @Arg('input', () => RequireMfaInput) { isRequired, graceDays }: RequireMfaInput,
    @Ctx() ctx: RequestContext,
  ): Promise<OrganizationPayload> {
    await this.requirement.set(ctx, { isRequired, graceDays: graceDays ?? GRACE_DAYS });
    return { organization: await readOrganization(ctx) };
  }
}
