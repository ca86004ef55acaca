import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import { SESSION_KIND, SessionKindEnum, type SessionKind } from '../auth/session.type.js';
import { LoginPayload } from '../auth/auth.type.js';
import { readInvitations } from './invitation.read.js';
import type { InvitationAcceptance } from './invitation-acceptance.js';
import type { InvitationService } from './invitation.service.js';
import {
  AcceptInvitationInput,
  InvitationPayload,
  InvitationPreviewType,
  InvitationType,
  InviteMemberInput,
  JoinOrganizationInput,
  RevokeInvitationInput,
} from './invitation.type.js';

@Resolver()
export class InvitationResolver {
  /** @param showsUrl whether the response to an invitation has its link: without a mail server, where the operator allows it */
  constructor(
    private readonly service: InvitationService,
    private readonly acceptance: InvitationAcceptance,
    private readonly showsUrl: boolean,
  ) {}

  @Query(() => [InvitationType], { description: 'Pending and expired invitations, newest first.' })
  async invitations(@Ctx() ctx: RequestContext): Promise<InvitationType[]> {
    return (await readInvitations(ctx)).map((invitation) => ({ ...invitation, inviteUrl: null }));
  }

  @Query(() => InvitationPreviewType, { description: 'The invitation behind a link. Needs no access token.' })
  invitation(
    @Arg('token', () => String, { description: 'Token of the invitation, from its address.' }) token: string,
    @Ctx() ctx: RequestContext,
  ): Promise<InvitationPreviewType> {
    return this.acceptance.preview(ctx, token);
  }

  @Mutation(() => InvitationPayload, { description: 'Invites an address, or renews and resends its invitation.' })
  async inviteMember(
    @Arg('input', () => InviteMemberInput) input: InviteMemberInput,
    @Ctx() ctx: RequestContext,
  ): Promise<InvitationPayload> {
    const { invitation, url } = await this.service.invite(ctx, input);
    return { invitation: { ...invitation, inviteUrl: this.showsUrl ? url : null } };
  }

  @Mutation(() => InvitationPayload, { description: 'Revokes an invitation and invalidates its link.' })
  async revokeInvitation(
    @Arg('input', () => RevokeInvitationInput) { invitationId }: RevokeInvitationInput,
    @Ctx() ctx: RequestContext,
  ): Promise<InvitationPayload> {
    if (!isUuid(invitationId)) throw AppError.invalid('/invitation_id', 'is not a UUID');
    return { invitation: { ...(await this.service.revoke(ctx, invitationId)), inviteUrl: null } };
  }

  @Mutation(() => LoginPayload, {
    description:
      'Makes the invited person a member and logs them in: with a new account, or with the one that the address has. Needs no access token.',
  })
  acceptInvitation(
    @Arg('input', () => AcceptInvitationInput) input: AcceptInvitationInput,
    @Arg('session', () => SessionKindEnum, { defaultValue: 'token', description: SESSION_KIND }) kind: SessionKind,
    @Ctx() ctx: RequestContext,
  ): Promise<LoginPayload> {
    return this.acceptance.accept(ctx, input, kind);
  }

  @Mutation(() => LoginPayload, {
    description:
      'Makes the caller, whose address was invited, a member as well, and goes on in the new organization like `switchOrganization`.',
  })
  joinOrganization(
    @Arg('input', () => JoinOrganizationInput) { token }: JoinOrganizationInput,
    @Arg('session', () => SessionKindEnum, { defaultValue: 'token', description: SESSION_KIND }) kind: SessionKind,
    @Ctx() ctx: RequestContext,
  ): Promise<LoginPayload> {
    return this.acceptance.join(ctx, token, kind);
  }
}
