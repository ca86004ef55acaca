import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { isUser } from '../../feature/known-user.js';
import { readAuditLog } from './audit.read.js';
import { AuditLogArgs, AuditLogConnection } from './audit.type.js';

@Resolver()
export class AuditResolver {
  constructor(private readonly catalogue: Pick<Catalogue, 'universalControls'>) {}

  @Query(() => AuditLogConnection, { description: 'Every change in the organization, newest first.' })
  async auditLog(@Args(() => AuditLogArgs) args: AuditLogArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    if (args.actorId !== undefined && !isUuid(args.actorId)) throw AppError.invalid('/actor_id', 'is not a UUID');
    if (args.actorId !== undefined && !(await isUser(ctx, args.actorId))) throw notFound();
    return AuditLogConnection.from(await readAuditLog(ctx, args, request, this.catalogue), request);
  }
}
