import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { readUnknownRules, reportRulesLoader, type ReportRules } from './report-rule.read.js';
import { ReportRulesType, UnknownRuleConnection, UnknownRulesArgs } from './report-rule.type.js';
import { findScan } from './scan-find.js';
import type { ScanRow } from './scan.read.js';
import { ScanType } from './scan.type.js';

@Resolver(() => ScanType)
export class ReportRuleResolver {
  @Query(() => UnknownRuleConnection, {
    description: 'The rules of the reports that a scan read which the catalogue does not know, worst first.',
  })
  async unknownRules(
    @Args(() => UnknownRulesArgs) args: UnknownRulesArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const { id } = await findScan(ctx, args.scanId);
    return UnknownRuleConnection.from(await readUnknownRules(ctx, id, request), request);
  }

  @FieldResolver(() => ReportRulesType, {
    nullable: true,
    description:
      'What is known of the rules of the reports that it read; null until it is completed, and where it read no report.',
  })
  async reportRules(@Root() { id, status, trigger }: ScanRow, @Ctx() ctx: RequestContext): Promise<ReportRules | null> {
    if (status !== 'completed') return null;
    const rules = await ctx.once(reportRulesLoader).load(id);
    return rules.total === 0 && trigger !== 'import' ? null : rules;
  }
}
