import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import { UserType } from '../auth/auth.type.js';
import type { OwnRelyingParty } from './own-relying-party.js';
import { passkeyCountLoader } from './passkey-count.loader.js';
import type { PasskeyService } from './passkey.service.js';
import {
  PasskeyOptionsPayload,
  PasskeyPayload,
  PasskeySupportType,
  PasskeyType,
  RegisterPasskeyInput,
  RemovePasskeyInput,
  RemovePasskeyPayload,
  RenamePasskeyInput,
} from './passkey.type.js';

@Resolver(() => UserType)
export class PasskeyResolver {
  constructor(
    private readonly service: PasskeyService,
    private readonly party: OwnRelyingParty,
  ) {}

  @FieldResolver(() => Int, { description: 'Number of passkeys, at most 10.' })
  passkeyCount(@Root() { id }: UserType, @Ctx() ctx: RequestContext): Promise<number> {
    return ctx.once(passkeyCountLoader).load(id);
  }

  @Query(() => PasskeySupportType, { description: 'Whether there are passkeys here. Needs no access token.' })
  passkeySupport(): PasskeySupportType {
    const reason = this.party.obstacle;
    return { isAvailable: reason === null, reason };
  }

  @Query(() => [PasskeyType], { description: 'Passkeys of the caller, oldest first. An admin may ask for a member’s.' })
  passkeys(
    @Arg('userId', () => ID, { nullable: true, description: 'A member, for an admin. @default the caller' })
    userId: string | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<PasskeyType[]> {
    return this.service.list(ctx, userId === undefined ? null : checked(userId, 'user_id'));
  }

  @Mutation(() => PasskeyOptionsPayload, {
    description: 'Begins a new passkey of the caller, to be added by `registerPasskey` in the same session.',
  })
  async beginPasskeyRegistration(@Ctx() ctx: RequestContext): Promise<PasskeyOptionsPayload> {
    return { options: await this.service.begin(ctx) };
  }

  @Mutation(() => PasskeyPayload, { description: 'Adds a passkey; the caller’s other sessions end.' })
  async registerPasskey(
    @Arg('input', () => RegisterPasskeyInput) { name, credential, revokeApiKeys }: RegisterPasskeyInput,
    @Ctx() ctx: RequestContext,
  ): Promise<PasskeyPayload> {
    const made = { name: name.trim(), credential, revokesApiKeys: revokeApiKeys ?? false };
    return { passkey: await this.service.register(ctx, made) };
  }

  @Mutation(() => PasskeyPayload, { description: 'Renames a passkey of the caller.' })
  async renamePasskey(
    @Arg('input', () => RenamePasskeyInput) { passkeyId, name }: RenamePasskeyInput,
    @Ctx() ctx: RequestContext,
  ): Promise<PasskeyPayload> {
    return { passkey: await this.service.rename(ctx, checked(passkeyId, 'passkey_id'), name.trim()) };
  }

  @Mutation(() => RemovePasskeyPayload, {
    description: 'Removes a passkey of the caller; their other sessions end.',
  })
  async removePasskey(
    @Arg('input', () => RemovePasskeyInput) { passkeyId, revokeApiKeys }: RemovePasskeyInput,
    @Ctx() ctx: RequestContext,
  ): Promise<RemovePasskeyPayload> {
    await this.service.remove(ctx, checked(passkeyId, 'passkey_id'), revokeApiKeys ?? true);
    return { removedId: passkeyId.toLowerCase() };
  }
}

function checked(id: string, field: string): string {
  if (!isUuid(id)) throw AppError.invalid(`/${field}`, 'is not a UUID');
  return id;
}
