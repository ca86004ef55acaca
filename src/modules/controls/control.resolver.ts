import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import {
  catalogueOf,
  findActiveFramework,
  findControl,
  findControlByCode,
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
import { countPassableInFull } from '../posture/assurance.rules.js';
import { frameworkVersionLoader } from './framework-version.loader.js';
import { FrameworkVersionType } from './framework-version.type.js';
import { controlsOf, frameworksOf } from './control-list.js';
import { ControlListArgs, ControlsArgs } from './control-list.type.js';

@Resolver(() => FrameworkType)
export class FrameworkResolver {
  @Query(() => [FrameworkType], { description: 'The active frameworks.' })
  frameworks(@Ctx() ctx: RequestContext): Framework[] {
    return visibleFrameworks(ctx);
  }

  @Query(() => FrameworkType, { description: 'An active framework by name, slug or id, without case.' })
  framework(
    @Arg('name', () => String, { description: 'Name, slug or id of an active framework.' }) name: string,
    @Ctx() ctx: RequestContext,
  ): Framework {
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

  @FieldResolver(() => Int, {
    description:
      'Controls that can be passed in full, by tests and people together. The others ask for more than their one universal control holds, which nothing can show: `assuredScore` cannot be more than the share of these.',
  })
  passableInFull(@Root() framework: Framework): number {
    return countPassableInFull(framework.controls);
  }

  @FieldResolver(() => [ControlType], { description: 'Its controls, with their status.' })
  controls(
    @Root() framework: Framework,
    @Args(() => ControlListArgs) args: ControlListArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<Control[]> {
    return controlsOf(ctx, [framework], args);
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
  @Query(() => [ControlType], { description: 'Controls of all active frameworks, or of those that are named.' })
  controls(@Args(() => ControlsArgs) args: ControlsArgs, @Ctx() ctx: RequestContext): Promise<Control[]> {
    return controlsOf(ctx, frameworksOf(ctx, args), args);
  }

  @Query(() => ControlType, { description: 'The control of a framework with that code, without case.' })
  controlByCode(
    @Arg('framework', () => String, { description: 'Name, slug or id of an active framework.' }) name: string,
    @Arg('code', () => String, { description: 'The framework’s own code: `CC6.1`.' }) code: string,
    @Ctx() ctx: RequestContext,
  ): Control {
    return findControlByCode(ctx, name, code);
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
  control(
    @Arg('id', () => ID, { description: 'UUID of the control.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Control {
    return findControl(ctx, id);
  }
}

/** For `ctx.once`. */
function testableElementsOfRequest(ctx: RequestContext): TestableElements {
  return testableElements(catalogueOf(ctx));
}
