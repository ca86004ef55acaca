import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import { RequestContext } from '../../context.js';
import type { ExceptionRow } from '../exceptions/exception.sql.js';
import { ExceptionType } from '../exceptions/exception.type.js';
import { checkOf, faultOfRule, rulesOfTenant, type FindingRule } from './finding-rule.js';
import { resourceOfExceptionLoader } from './finding.loader.js';
import { CheckType } from './finding.type.js';
import type { ResourceRow } from './resource.sql.js';
import { ResourceType } from './resource.type.js';

@Resolver(() => ExceptionType)
export class ExceptionSubjectResolver {
  @FieldResolver(() => CheckType, {
    nullable: true,
    description: 'The check whose findings it accepts; null where no finding of its rule is stored.',
  })
  async check(@Root() exception: ExceptionRow, @Ctx() ctx: RequestContext): Promise<CheckType | null> {
    const rule = await ruleOf(ctx, exception);
    return rule ? checkOf(rule) : null;
  }

  @Translated()
  @FieldResolver(() => String, { description: 'What is wrong where its findings fail, as `Finding.fault`.' })
  async fault(@Root() exception: ExceptionRow, @Ctx() ctx: RequestContext): Promise<string> {
    return faultOfRule(await ruleOf(ctx, exception), exception.title);
  }

  @FieldResolver(() => ResourceType, {
    nullable: true,
    description:
      'The resource that it names, of several integrations the one seen first; null for a pattern and for the integration itself.',
  })
  namedResource(@Root() { id }: ExceptionRow, @Ctx() ctx: RequestContext): Promise<ResourceRow | null> {
    return ctx.once(resourceOfExceptionLoader).load(id);
  }
}

async function ruleOf(ctx: RequestContext, { scanner, ruleId }: ExceptionRow): Promise<FindingRule | undefined> {
  return (await ctx.once(rulesOfTenant)).find((each) => each.scanner === scanner && each.ruleId === ruleId);
}
