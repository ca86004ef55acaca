import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { RoleEnum, UserType } from '../auth/auth.type.js';
import type { Role } from '../../access/roles.js';
import { readMember, readMembers, readMembersById } from './member.read.js';
import type { MemberService } from './member.service.js';
import {
  MemberPayload,
  RemoveMemberInput,
  ResetMemberMfaInput,
  ResetMemberPasskeysInput,
  UpdateMeInput,
  UpdateMemberInput,
  UpdateMembersInput,
  UpdateMembersPayload,
} from './member.type.js';

@Resolver()
export class MemberResolver {
  constructor(private readonly service: MemberService) {}

  @Query(() => [UserType], { description: 'Members of the organization, oldest first.' })
  members(
    @Arg('role', () => RoleEnum, { nullable: true, description: 'Members with this role.' }) role: Role | undefined,
    @Arg('mfaEnabled', () => Boolean, { nullable: true, description: 'Only members with, or without, one-time codes.' })
    mfaEnabled: boolean | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<UserType[]> {
    return readMembers(ctx, { role: role ?? null, mfaEnabled: mfaEnabled ?? null });
  }

  @Query(() => UserType, { description: 'One member of the organization.' })
  async member(
    @Arg('id', () => ID, { description: 'Id of the user.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<UserType> {
    const member = isUuid(id) ? await readMember(ctx, id, { isCurrent: true }) : null;
    if (!member) throw notFound();
    return member;
  }

  @Mutation(() => MemberPayload, { description: 'Changes the role of a member.' })
  async updateMember(
    @Arg('input', () => UpdateMemberInput) { userId, role }: UpdateMemberInput,
    @Ctx() ctx: RequestContext,
  ): Promise<MemberPayload> {
    await this.service.setRole(ctx, checked(userId), role);
    return payload(ctx, userId);
  }

  @Mutation(() => MemberPayload, {
    description:
      'Changes the name under which the caller appears in the organization, and the language of their mails.',
  })
  async updateMe(
    @Arg('input', () => UpdateMeInput) { name, language }: UpdateMeInput,
    @Ctx() ctx: RequestContext,
  ): Promise<MemberPayload> {
    await this.service.updateSelf(ctx, { name: name?.trim() ?? null, language: language ?? null });
    return payload(ctx, ctx.viewer.userId);
  }

  @Mutation(() => UpdateMembersPayload, {
    description:
      'Changes roles item by item, each as if it were the only one. A refused item does not keep back the others.',
  })
  async updateMembers(
    @Arg('input', () => UpdateMembersInput) { members }: UpdateMembersInput,
    @Ctx() ctx: RequestContext,
  ): Promise<UpdateMembersPayload> {
    const changeOf = ({ userId, role }: UpdateMemberInput) => ({ userId: checked(userId), role });
    const outcomes = await this.service.setRoles(ctx, members, changeOf);
    const changed = await readMembersById(
      ctx,
      outcomes.flatMap(({ done }) => done ?? []),
    );
    return {
      results: outcomes.map(({ index, done, error }) => ({
        index,
        member: done === null ? null : (changed.get(done.toLowerCase()) ?? null),
        error,
      })),
    };
  }

  @Mutation(() => MemberPayload, { description: 'Removes a member; their actions stay under their name.' })
  async removeMember(
    @Arg('input', () => RemoveMemberInput) { userId }: RemoveMemberInput,
    @Ctx() ctx: RequestContext,
  ): Promise<MemberPayload> {
    await this.service.remove(ctx, checked(userId));
    return payload(ctx, userId);
  }

  @Mutation(() => MemberPayload, { description: 'Switches off another member’s one-time codes.' })
  async resetMemberMfa(
    @Arg('input', () => ResetMemberMfaInput) { userId, revokeApiKeys }: ResetMemberMfaInput,
    @Ctx() ctx: RequestContext,
  ): Promise<MemberPayload> {
    await this.service.resetMfa(ctx, checked(userId), revokeApiKeys ?? true);
    return payload(ctx, userId);
  }

  @Mutation(() => MemberPayload, { description: 'Removes all passkeys of another member, who has lost them.' })
  async resetMemberPasskeys(
    @Arg('input', () => ResetMemberPasskeysInput) { userId, revokeApiKeys }: ResetMemberPasskeysInput,
    @Ctx() ctx: RequestContext,
  ): Promise<MemberPayload> {
    await this.service.resetPasskeys(ctx, checked(userId), revokeApiKeys ?? true);
    return payload(ctx, userId);
  }
}

function checked(userId: string): string {
  if (!isUuid(userId)) throw AppError.invalid('/user_id', 'is not a UUID');
  return userId;
}

async function payload(ctx: RequestContext, userId: string): Promise<MemberPayload> {
  const member = await readMember(ctx, userId, { isCurrent: false });
  if (!member) throw notFound();
  return { member };
}
