import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { readAccount } from './account.read.js';
import { UserPayload } from './auth.type.js';
import type { MfaService } from './mfa.service.js';
import { ConfirmMfaInput, ConfirmMfaPayload, DisableMfaInput, EnrolMfaInput, EnrolMfaPayload } from './mfa.type.js';

@Resolver()
export class MfaResolver {
  constructor(private readonly mfa: MfaService) {}

  @Mutation(() => EnrolMfaPayload, {
    description: 'Creates a seed of one-time codes for the caller, to be confirmed by `confirmMfa`.',
  })
  async enrolMfa(
    @Arg('input', () => EnrolMfaInput) { password }: EnrolMfaInput,
    @Ctx() ctx: RequestContext,
  ): Promise<EnrolMfaPayload> {
    return { enrolment: await this.mfa.enrol(ctx, password) };
  }

  @Mutation(() => ConfirmMfaPayload, { description: 'Puts the seed in force after verifying a code of it.' })
  async confirmMfa(
    @Arg('input', () => ConfirmMfaInput) { otp, revokeApiKeys }: ConfirmMfaInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ConfirmMfaPayload> {
    const recoveryCodes = await this.mfa.confirm(ctx, otp, revokeApiKeys ?? true);
    return { user: await readAccount(ctx), recoveryCodes };
  }

  @Mutation(() => UserPayload, { description: 'Switches off the caller’s one-time codes.' })
  async disableMfa(
    @Arg('input', () => DisableMfaInput) { password, otp, revokeApiKeys }: DisableMfaInput,
    @Ctx() ctx: RequestContext,
  ): Promise<UserPayload> {
    await this.mfa.disable(ctx, password ? { password } : { otp: otp ?? '' }, revokeApiKeys ?? true);
    return { user: await readAccount(ctx) };
  }
}
