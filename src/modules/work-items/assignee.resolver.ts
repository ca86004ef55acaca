import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { assigneeLoader, ASSIGNEES_NAMED } from './assignee.loader.js';

/** Fields of a control on the work about it. */
@Resolver(() => ControlType)
export class AssigneeResolver {
  @FieldResolver(() => [UserSummaryType], {
    description: `Who has unfinished work about it, by name: the first ${ASSIGNEES_NAMED}.`,
  })
  assignees(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<UserSummaryType[]> {
    return ctx.once(assigneeLoader).load(control.no);
  }
}
