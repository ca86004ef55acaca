import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { LoginInput, LoginPayload, UserType } from './auth.type.js';
import type { Login, LoginService } from './login.service.js';
import { readAccount } from './account.read.js';

@Resolver()
export class AuthResolver {
  constructor(private readonly logins: LoginService) {}

  @Query(() => UserType, { description: 'The caller.' })
  me(@Ctx() ctx: RequestContext): Promise<UserType> {
    return readAccount(ctx);
  }

  @Mutation(() => LoginPayload, { description: 'Exchanges an address and a password for an access token.' })
  login(@Arg('input', () => LoginInput) input: LoginInput): Promise<Login> {
    return this.logins.login(input.email, input.password);
  }
}
