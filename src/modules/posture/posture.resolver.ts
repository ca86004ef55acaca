import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { ledgerLoader } from './ledger.loader.js';
import { postureOfRequest, type ControlStatus } from './posture.js';
import { ControlStatusEnum, StatusChangeType } from './posture.type.js';

@Resolver(() => ControlType)
export class PostureResolver {
  @FieldResolver(() => ControlStatusEnum, { description: 'Status now.' })
  status(@Root() control: Control, @Ctx() ctx: RequestContext): ControlStatus | Promise<ControlStatus> {
    const posture = ctx.once(postureOfRequest).get();
    return posture instanceof Promise ? posture.then((read) => read.statusOf(control)) : posture.statusOf(control);
  }

  @FieldResolver(() => [StatusChangeType], { description: 'Changes of its status, newest first, at most 100.' })
  history(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<StatusChangeType[]> {
    return ctx.once(ledgerLoader).load(control.no);
  }
}
