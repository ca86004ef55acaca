import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { PasswordResetService } from './password-reset.service.js';
import {
  RequestPasswordResetInput,
  RequestPasswordResetPayload,
  ResetPasswordInput,
  ResetPasswordPayload,
} from './password-reset.type.js';

@Resolver()
export class PasswordResetResolver {
  constructor(private readonly resets: PasswordResetService) {}

  @Mutation(() => RequestPasswordResetPayload, {
    description: 'Sends a link for a new password to an address, if it has an account. Needs no access token.',
  })
  async requestPasswordReset(
    @Arg('input', () => RequestPasswordResetInput) { email }: RequestPasswordResetInput,
    @Ctx() ctx: RequestContext,
  ): Promise<RequestPasswordResetPayload> {
    await this.resets.request(ctx, email);
    return { isAccepted: true };
  }

  @Mutation(() => ResetPasswordPayload, {
    description: 'Sets a new password by a link. All sessions of the account end. Needs no access token.',
  })
  async resetPassword(
    @Arg('input', () => ResetPasswordInput) input: ResetPasswordInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ResetPasswordPayload> {
    await this.resets.reset(ctx, input);
    return { isReset: true };
  }
}
