import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { StoredFinding } from '../findings/finding.read.js';
import { CheckType, FindingType } from '../findings/finding.type.js';
import { workOfCheckLoader, workOfFindingLoader } from './work-item.loader.js';
import type { WorkItemRow } from './work-item.sql.js';
import { WorkItemType } from './work-item.type.js';

@Resolver(() => FindingType)
export class FindingWorkResolver {
  @FieldResolver(() => WorkItemType, {
    nullable: true,
    description:
      'The newest unfinished work item about it alone; null without one. `check.workItem` is about all of its check.',
  })
  workItem(
    @Root() { resourceNo, checkNo, copyNo }: StoredFinding,
    @Ctx() ctx: RequestContext,
  ): Promise<WorkItemRow | null> {
    return ctx.once(workOfFindingLoader).load({ resourceNo, checkNo, copyNo });
  }
}

@Resolver(() => CheckType)
export class CheckWorkResolver {
  @FieldResolver(() => WorkItemType, {
    nullable: true,
    description: 'The newest unfinished work item about the check as a whole; null without one.',
  })
  workItem(@Root() { id }: CheckType, @Ctx() ctx: RequestContext): Promise<WorkItemRow | null> {
    return ctx.once(workOfCheckLoader).load(id);
  }
}
