import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { wordingOf } from '../../messages/translated.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType, RemediationType } from '../catalogue/catalogue.type.js';
import { latestFindingLoader, type LatestFinding } from './finding.loader.js';
import { ControlFindingType } from './finding.type.js';
import { remediationOf } from './remediation.rules.js';

@Resolver(() => ControlType)
export class ControlFindingResolver {
  @FieldResolver(() => ControlFindingType, {
    nullable: true,
    description: 'The latest evaluated result that counts most.',
  })
  latestFinding(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<LatestFinding | null> {
    return ctx.once(latestFindingLoader).load(control.no);
  }

  @FieldResolver(() => RemediationType, { description: 'How to make it pass: first the steps of what fails now.' })
  async remediation(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<RemediationType> {
    const finding = await ctx.once(latestFindingLoader).load(control.no);
    return remediationOf(control, finding?.failingRules ?? [], wordingOf(ctx));
  }
}
