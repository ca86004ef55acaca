import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { isUser } from '../../feature/known-user.js';
import { readSecurityEvents } from './security-event.read.js';
import { SecurityEventConnection, SecurityEventsArgs } from './security-event.type.js';

@Resolver()
export class SecurityEventResolver {
  @Query(() => SecurityEventConnection, {
    description: 'Log-ins, refusals, downloads and other security events of the organization, newest first.',
  })
  async securityEvents(
    @Args(() => SecurityEventsArgs) args: SecurityEventsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    if (args.userId !== undefined && !isUuid(args.userId)) throw AppError.invalid('/user_id', 'is not a UUID');
    if (args.userId !== undefined && !(await isUser(ctx, args.userId))) throw notFound();
    return SecurityEventConnection.from(await readSecurityEvents(ctx, args, request), request);
  }
}
