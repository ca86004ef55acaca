import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { LoginPayload } from './auth.type.js';
import { MembershipType, SwitchOrganizationInput } from './membership.type.js';
import type { OrganizationSwitch } from './organization-switch.js';
import { SESSION_KIND, SessionKindEnum, type SessionKind } from './session.type.js';
import type { Login } from './sessions.js';

@Resolver()
export class MembershipResolver {
  constructor(private readonly organizations: OrganizationSwitch) {}

  @Query(() => [MembershipType], {
    description:
      'Organizations that the caller’s account is in, the last used first; that of the session alone where an identity provider logged the caller in.',
  })
  memberships(@Ctx() ctx: RequestContext): Promise<MembershipType[]> {
    return this.organizations.list(ctx);
  }

  @Mutation(() => LoginPayload, {
    description:
      'Goes on in another organization of the caller’s account: a session there takes the place of that of the request.',
  })
  switchOrganization(
    @Arg('input', () => SwitchOrganizationInput) { tenantId }: SwitchOrganizationInput,
    @Arg('session', () => SessionKindEnum, { defaultValue: 'token', description: SESSION_KIND }) kind: SessionKind,
    @Ctx() ctx: RequestContext,
  ): Promise<Login> {
    return this.organizations.switchTo(ctx, tenantId.toLowerCase(), kind);
  }
}
