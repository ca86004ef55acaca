import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { ledgerLoader } from './ledger.loader.js';
import { postureOf } from './posture-at.js';
import type { ControlStatus } from './posture.js';
import { AssuranceType, ControlStatusEnum, StatusChangeType } from './posture.type.js';

@Resolver(() => ControlType)
export class PostureResolver {
  @FieldResolver(() => ControlStatusEnum, { description: 'Status now, or at the moment that the list was asked for.' })
  status(@Root() control: Control, @Ctx() ctx: RequestContext): ControlStatus | Promise<ControlStatus> {
    const posture = postureOf(ctx, control);
    return posture instanceof Promise ? posture.then((read) => read.statusOf(control)) : posture.statusOf(control);
  }

  @FieldResolver(() => AssuranceType, {
    nullable: true,
    description: 'How much of it is shown; null where its status is not `passed`.',
  })
  assurance(
    @Root() control: Control,
    @Ctx() ctx: RequestContext,
  ): AssuranceType | null | Promise<AssuranceType | null> {
    const posture = postureOf(ctx, control);
    return posture instanceof Promise
      ? posture.then((read) => read.assuranceOf(control))
      : posture.assuranceOf(control);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether tests and an assessment contradict each other on it, until one of them changes.',
  })
  disputed(@Root() control: Control, @Ctx() ctx: RequestContext): boolean | Promise<boolean> {
    const posture = postureOf(ctx, control);
    return posture instanceof Promise ? posture.then((read) => read.isDisputed(control)) : posture.isDisputed(control);
  }

  @FieldResolver(() => [StatusChangeType], {
    description:
      'Changes of its status and of how much of it is shown, newest first, at most 100; `statusChanges(control)` has all of them, with their number.',
  })
  history(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<StatusChangeType[]> {
    return ctx.once(ledgerLoader).load(control.no);
  }
}
