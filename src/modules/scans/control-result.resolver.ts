import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { controlResultLoader, RESULTS_LISTED, type ControlResult } from './control-result.loader.js';
import { ControlResultType } from './control-result.type.js';
import { checksThatFail } from './failing-check.loader.js';
import { FailingCheckType } from './failing-check.type.js';

@Resolver(() => ControlType)
export class ControlResultsResolver {
  @FieldResolver(() => [ControlResultType], {
    description: `What the last ${RESULTS_LISTED} completed scans found of it, newest first: those of which a check looked at it.`,
  })
  results(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<ControlResult[]> {
    return ctx.once(controlResultLoader).load(control.no);
  }
}

@Resolver(() => ControlResultType)
export class ControlResultResolver {
  @FieldResolver(() => [FailingCheckType], {
    description:
      'The checks that failed it, the worst first; empty of any other result, and where exceptions have accepted since what failed it.',
  })
  failingChecks(@Root() result: ControlResult, @Ctx() ctx: RequestContext): Promise<FailingCheckType[]> {
    return checksThatFail(ctx, result);
  }
}
