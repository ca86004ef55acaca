import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import { postureOfRequest, type ControlStatus } from '../posture/posture.js';
import { ControlStatusEnum } from '../posture/posture.type.js';
import {
  catalogueOf,
  findActiveFramework,
  findControl,
  findDomain,
  visibleFrameworks,
} from '../catalogue/visibility.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import {
  ControlAttributeType,
  ControlType,
  FrameworkTestabilityType,
  FrameworkType,
} from '../catalogue/catalogue.type.js';
import { countTestability, testableElements, type TestableElements } from '../catalogue/testability.rules.js';
import { frameworkVersionLoader } from './framework-version.loader.js';
import { FrameworkVersionType } from './framework-version.type.js';
import { listControls, parseSort, SORT_KEYS } from './control-list.rules.js';

const LEVEL_MAX = 3;

@ArgsType()
class ControlListArgs {
  @Field(() => Int, { nullable: true, description: 'CMMC: this level and those below, 1 to 3. Ignored elsewhere.' })
  level?: number;

  @Field(() => ControlStatusEnum, { nullable: true })
  status?: ControlStatus;

  @Field(() => String, { nullable: true, description: 'Exact, without case.' })
  category?: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Code of a domain: `IAM`. The controls that are mapped to a universal control of it, as a cell of the heat-map counts them.',
  })
  domain?: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Searched in id, title and description; `MFA`, `SBOM` or another keyword finds what it is mapped by too.',
  })
  q?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Comma list of `control_id`, `category`, `status`; a leading `-` reverses. Default `control_id`.',
  })
  sort?: string;
}

@ArgsType()
class ControlsArgs extends ControlListArgs {
  @Field(() => String, { description: 'Name, slug or id of an active framework.' })
  framework!: string;
}

@Resolver(() => FrameworkType)
export class FrameworkResolver {
  @Query(() => [FrameworkType], { description: 'The active frameworks.' })
  frameworks(@Ctx() ctx: RequestContext): Framework[] {
    return visibleFrameworks(ctx);
  }

  @Query(() => FrameworkType, { description: 'An active framework by name or slug, without case.' })
  framework(@Arg('name', () => String) name: string, @Ctx() ctx: RequestContext): Framework {
    return findActiveFramework(ctx, name);
  }

  @FieldResolver(() => Int, { description: 'Controls of the framework.' })
  totalControls(@Root() framework: Framework): number {
    return framework.controls.length;
  }

  @FieldResolver(() => FrameworkTestabilityType, {
    description: 'What of it scans can decide, and what only people can.',
  })
  testability(@Root() framework: Framework, @Ctx() ctx: RequestContext): FrameworkTestabilityType {
    return countTestability(framework, ctx.once(testableElementsOfRequest));
  }

  @FieldResolver(() => [ControlType], { description: 'Its controls, with their status.' })
  controls(
    @Root() framework: Framework,
    @Args(() => ControlListArgs) args: ControlListArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<Control[]> {
    return controlsOf(ctx, framework, args);
  }
}

@Resolver(() => FrameworkType)
export class FrameworkVersionResolver {
  @FieldResolver(() => [FrameworkVersionType], {
    description: 'The versions that this installation has loaded, newest first, at most 50.',
  })
  versions(@Root() { slug }: Framework, @Ctx() ctx: RequestContext): Promise<FrameworkVersionType[]> {
    return ctx.once(frameworkVersionLoader).load(slug);
  }
}

@Resolver(() => ControlType)
export class ControlResolver {
  @Query(() => [ControlType], { description: 'Controls of a framework.' })
  controls(@Args(() => ControlsArgs) args: ControlsArgs, @Ctx() ctx: RequestContext): Promise<Control[]> {
    return controlsOf(ctx, findActiveFramework(ctx, args.framework), args);
  }

  @FieldResolver(() => [ControlAttributeType], { description: 'Properties that its framework gives it.' })
  attributes(@Root() control: Control): ControlAttributeType[] {
    return control.framework.attributes.flatMap(({ key, name, values }) =>
      values
        .filter(({ value }) => value === control.attributes[key])
        .map(({ value, name: valueName }) => ({ key, name, value, valueName })),
    );
  }

  @Query(() => ControlType, { description: 'One control.' })
  control(@Arg('id', () => ID) id: string, @Ctx() ctx: RequestContext): Control {
    return findControl(ctx, id);
  }
}

/** For `ctx.once`. */
function testableElementsOfRequest(ctx: RequestContext): TestableElements {
  return testableElements(catalogueOf(ctx));
}

async function controlsOf(ctx: RequestContext, framework: Framework, args: ControlListArgs): Promise<Control[]> {
  const level = args.level ?? null;
  if (level !== null && (level < 1 || level > LEVEL_MAX)) throw AppError.invalid('/level', 'must be 1, 2 or 3');
  const sort = parseSort(args.sort ?? null);
  if (!sort) throw AppError.invalid('/sort', `must be a comma list of ${SORT_KEYS.join(', ')}`);
  const { domain: code = null } = args;
  const domain = code === null ? null : findDomain(ctx, code);
  // Read here, once: the status of each control below is then at hand.
  const posture = await ctx.once(postureOfRequest).get();
  const filter = { level, status: args.status ?? null, category: args.category ?? null, domain, q: args.q ?? null };
  return listControls(framework.controls, (control) => posture.statusOf(control), filter, sort);
}
