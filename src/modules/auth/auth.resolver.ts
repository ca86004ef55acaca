import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { readAccount } from './account.read.js';
import type { BrowserSessions } from './browser-sessions.js';
import { SESSION_KIND, SessionKindEnum, type SessionKind } from './session.type.js';
import { ChangePasswordInput, LoginInput, LoginPayload, RefreshSessionPayload, UserType } from './auth.type.js';
import type { LoginService } from './login.service.js';
import type { PasswordService } from './password.service.js';
import type { Login } from './sessions.js';

@Resolver()
export class AuthResolver {
  constructor(
    private readonly logins: LoginService,
    private readonly passwords: PasswordService,
    private readonly browsers: BrowserSessions,
  ) {}

  @Query(() => UserType, { description: 'The caller.' })
  me(@Ctx() ctx: RequestContext): Promise<UserType> {
    return readAccount(ctx);
  }

  @Query(() => [String], {
    description:
      'Names of the queries, mutations and uploads that the caller may call now, by role and credential: `triggerScan`, `uploadEvidence`. Alphabetical. A client that shows these and no others needs no rules of its own.',
  })
  permissions(@Ctx() ctx: RequestContext): string[] {
    return ctx.app.access.permissionsOf(ctx.viewer);
  }

  @Mutation(() => LoginPayload, { description: 'Exchanges an address and a password for an access token.' })
  login(
    @Arg('input', () => LoginInput) input: LoginInput,
    @Arg('session', () => SessionKindEnum, { defaultValue: 'token', description: SESSION_KIND }) kind: SessionKind,
    @Ctx() ctx: RequestContext,
  ): Promise<Login> {
    return this.logins.login(ctx, input, kind);
  }

  @Mutation(() => RefreshSessionPayload, {
    description:
      'Goes on with the session in the cookie of the dashboard: a new access token and a new cookie. A cookie that was replaced before ends the session.',
  })
  async refreshSession(@Ctx() ctx: RequestContext): Promise<RefreshSessionPayload> {
    return { login: await this.browsers.refresh(ctx) };
  }

  @Mutation(() => LoginPayload, {
    description: 'Replaces the caller’s password. Earlier tokens become invalid; the response has a new one.',
  })
  changePassword(
    @Arg('input', () => ChangePasswordInput) input: ChangePasswordInput,
    @Ctx() ctx: RequestContext,
  ): Promise<Login> {
    return this.passwords.change(ctx, input);
  }
}
