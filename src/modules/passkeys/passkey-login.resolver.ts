import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { LoginPayload } from '../auth/auth.type.js';
import { currentSession } from '../auth/session.service.js';
import { SESSION_KIND, SessionKindEnum, SessionPayload, type SessionKind } from '../auth/session.type.js';
import type { Login } from '../auth/sessions.js';
import type { PasskeyLoginService } from './passkey-login.service.js';
import type { PasskeyReauthenticationService } from './passkey-reauthentication.service.js';
import { PasskeyInput, PasskeyOptionsPayload } from './passkey.type.js';

@Resolver()
export class PasskeyLoginResolver {
  constructor(
    private readonly logins: PasskeyLoginService,
    private readonly reauthentication: PasskeyReauthenticationService,
  ) {}

  @Mutation(() => PasskeyOptionsPayload, {
    description: 'Begins a log-in by any passkey, without an address. Needs no access token.',
  })
  async beginPasskeyLogin(): Promise<PasskeyOptionsPayload> {
    return { options: await this.logins.begin() };
  }

  @Mutation(() => LoginPayload, {
    description: 'Exchanges a passkey for an access token; it stands for password and one-time code.',
  })
  logInWithPasskey(
    @Arg('input', () => PasskeyInput) { credential }: PasskeyInput,
    @Arg('session', () => SessionKindEnum, { defaultValue: 'token', description: SESSION_KIND }) kind: SessionKind,
    @Ctx() ctx: RequestContext,
  ): Promise<Login> {
    return this.logins.logIn(ctx, credential, kind);
  }

  @Mutation(() => PasskeyOptionsPayload, {
    description: 'Begins a new proof of the caller by one of their passkeys, in the same session.',
  })
  async beginPasskeyReauthentication(@Ctx() ctx: RequestContext): Promise<PasskeyOptionsPayload> {
    return { options: await this.reauthentication.begin(ctx) };
  }

  @Mutation(() => SessionPayload, {
    description: 'Verifies a passkey of the caller: operations that ask for it are open for 10 minutes.',
  })
  async reauthenticateWithPasskey(
    @Arg('input', () => PasskeyInput) { credential }: PasskeyInput,
    @Ctx() ctx: RequestContext,
  ): Promise<SessionPayload> {
    await this.reauthentication.reauthenticate(ctx, credential);
    return { session: await currentSession(ctx) };
  }
}
