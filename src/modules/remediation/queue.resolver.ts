import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import { collectFixes } from './queue-collection.js';
import { FixType } from './queue.type.js';

const FIRST_DEFAULT = 20;
const FIRST_MAX = 100;

@Resolver()
export class RemediationQueueResolver {
  @Query(() => [FixType], { description: 'What to repair first, over all active frameworks.' })
  async remediationQueue(
    @Ctx() ctx: RequestContext,
    @Arg('first', () => Int, { defaultValue: FIRST_DEFAULT, description: 'At most, 1 to 100.' }) first: number,
  ): Promise<FixType[]> {
    if (first < 1 || first > FIRST_MAX) throw AppError.invalid('/first', `must be from 1 to ${FIRST_MAX}`);
    return (await collectFixes(ctx)).slice(0, first);
  }
}
