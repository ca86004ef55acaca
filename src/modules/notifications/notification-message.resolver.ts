import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { userSummaryLoader } from '../auth/user-summary.loader.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import type { MessageRow } from './notification-rule.read.js';
import { NotificationMessageType } from './notification-rule.type.js';

@Resolver(() => NotificationMessageType)
export class NotificationMessageResolver {
  @FieldResolver(() => UserSummaryType, {
    nullable: true,
    description: 'Member that it went to by mail; null for a message to a webhook.',
  })
  receiver(@Root() { receiverId }: MessageRow, @Ctx() ctx: RequestContext): Promise<UserSummaryType | null> | null {
    return receiverId === null ? null : ctx.once(userSummaryLoader).load(receiverId);
  }
}
