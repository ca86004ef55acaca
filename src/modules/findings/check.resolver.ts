import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Translated, wordingOf } from '../../messages/translated.js';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { notFound } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType, RemediationType } from '../catalogue/catalogue.type.js';
import { coveredCodes, decidedCodes } from '../catalogue/tested-elements.rules.js';
import { propertiesReadBy } from '../checks/read-properties.rules.js';
import { remediationOfCheck } from '../scans/remediation.rules.js';
import { checksOfTenant, readChecks, verdictsOfCheck, type ListedCheck } from './check-list.js';
import type { Verdicts } from './check-list.rules.js';
import { CheckConnection, ChecksArgs, CheckVerdictsType } from './check.type.js';
import { controlsOf } from './finding-rule.js';
import { CheckType } from './finding.type.js';

@Resolver(() => CheckType)
export class CheckResolver {
  @Query(() => CheckConnection, {
    description: 'Checks of the catalogue and whatever else findings are of, by id.',
  })
  async checks(@Args(() => ChecksArgs) args: ChecksArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    return CheckConnection.from(await readChecks(ctx, args.where ?? {}, request), request);
  }

  @Query(() => CheckType, { description: 'One check by its id: `aws.s3.bucket-blocks-public-access`.' })
  async check(
    @Arg('id', () => String, {
      description: 'Id of the check: `aws.s3.bucket-public-access`; `scanner:rule` of one that is not known.',
    })
    id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ListedCheck> {
    const found = (await ctx.once(checksOfTenant)).get(id);
    if (!found) throw notFound();
    return found;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'What is checked: `aws`, `github`; the scanner of a rule that is not known.',
  })
  async provider(@Root() { id }: CheckType, @Ctx() ctx: RequestContext): Promise<string | null> {
    return (await listed(ctx, id))?.provider ?? null;
  }

  @Translated()
  @FieldResolver(() => String, {
    nullable: true,
    description: 'What it looks at and accepts; null for a rule that is not known.',
  })
  async description(@Root() { id }: CheckType, @Ctx() ctx: RequestContext): Promise<string | null> {
    return (await listed(ctx, id))?.check?.description ?? null;
  }

  @FieldResolver(() => RemediationType, {
    nullable: true,
    description: 'How to make it pass; null where nothing is known of that.',
  })
  async remediation(@Root() { id }: CheckType, @Ctx() ctx: RequestContext): Promise<RemediationType | null> {
    const check = (await listed(ctx, id))?.check;
    return check ? remediationOfCheck(check, wordingOf(ctx)) : null;
  }

  @FieldResolver(() => [String], {
    description:
      'Properties of a resource that it reads, as `ResourceConfiguration.properties` names them; empty for a rule of another scanner.',
  })
  async reads(@Root() { id }: CheckType, @Ctx() ctx: RequestContext): Promise<string[]> {
    const logic = (await listed(ctx, id))?.check?.logic;
    return logic ? propertiesReadBy(logic) : [];
  }

  @FieldResolver(() => [ControlType], { description: 'Controls of the active frameworks that it leads to.' })
  async controls(@Root() { id }: CheckType, @Ctx() ctx: RequestContext): Promise<Control[]> {
    const found = await listed(ctx, id);
    const controlNos = (found?.rules ?? []).flatMap((rule) => rule.controlNos);
    return controlsOf(ctx, { check: found?.check ?? null, controlNos });
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether it decides an element that a control of the active frameworks asks for. Otherwise it supports: its findings are evidence, and fail no control.',
  })
  async decides(@Root() { id }: CheckType, @Ctx() ctx: RequestContext): Promise<boolean> {
    const found = await listed(ctx, id);
    if (!found?.check) return false;
    const codes = new Set(decidedCodes(found.check));
    return controlsOf(ctx, { check: found.check, controlNos: [] }).some((control) =>
      coveredCodes(control).some((code) => codes.has(code)),
    );
  }

  @FieldResolver(() => CheckVerdictsType, { description: 'Numbers of its current findings.' })
  verdicts(@Root() { id }: CheckType, @Ctx() ctx: RequestContext): Promise<Verdicts> {
    return verdictsOfCheck(ctx, id);
  }
}

async function listed(ctx: RequestContext, id: string): Promise<ListedCheck | undefined> {
  return (await ctx.once(checksOfTenant)).get(id);
}
