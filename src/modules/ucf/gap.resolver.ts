import { Args, ArgsType, Ctx, Field, Query, Resolver } from 'type-graphql';
import { z } from 'zod';
import { RequestContext } from '../../context.js';
import { findActiveFramework } from '../catalogue/visibility.js';
import type { Relationship } from '../catalogue/relationship.rules.js';
import type { AssuranceLevel } from '../posture/assurance.rules.js';
import { postureOfRequest, type ControlStatus } from '../posture/posture.js';
import { AssuranceLevelEnum, ControlStatusEnum } from '../posture/posture.type.js';
import { countCovers, gapBetween } from './gap.rules.js';
import { GapType } from './gap.type.js';
import { RELATIONS_MAX, RelationshipEnum } from './ucf.type.js';

@ArgsType()
class GapArgs {
  static readonly rules = z.object({ relations: z.array(z.string()).max(RELATIONS_MAX).nullish() });

  @Field(() => String, { description: 'Name, slug or id of the active framework that is met.' })
  from!: string;

  @Field(() => String, { description: 'Name, slug or id of the active framework that is wanted.' })
  to!: string;

  @Field(() => [RelationshipEnum], {
    nullable: true,
    description: 'Relationships of mappings of `to` that count; the others cover nothing. Default all.',
  })
  relations?: Relationship[];

  @Field(() => ControlStatusEnum, { nullable: true, description: 'Controls with this status alone.' })
  status?: ControlStatus;

  @Field(() => AssuranceLevelEnum, { nullable: true, description: 'Passed controls with this assurance alone.' })
  assurance?: AssuranceLevel;
}

@Resolver()
export class GapResolver {
  @Query(() => GapType, { description: 'How far what one framework asks for covers each control of another.' })
  async gap(@Args(() => GapArgs) args: GapArgs, @Ctx() ctx: RequestContext): Promise<GapType> {
    const { relations = [], status, assurance } = args;
    const [from, to] = [findActiveFramework(ctx, args.from), findActiveFramework(ctx, args.to)];
    // Read once for the request: the statuses of the controls below come from it.
    const posture = await ctx.once(postureOfRequest).get();
    const covered = gapBetween(from, to, relations.length > 0 ? { relations } : {});
    const controls = covered.filter(
      ({ control }) =>
        (status === undefined || posture.statusOf(control) === status) &&
        (assurance === undefined || posture.assuranceOf(control)?.level === assurance),
    );
    const { full, part, none } = countCovers(controls);
    return {
      from: from.name,
      to: to.name,
      fromFramework: from,
      toFramework: to,
      totalControls: controls.length,
      fullControls: full,
      partControls: part,
      noneControls: none,
      controls,
    };
  }
}
