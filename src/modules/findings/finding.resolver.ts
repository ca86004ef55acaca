import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { Translated } from '../../messages/translated.js';
import { SEVERITIES, type Severity } from '../../connectors/finding.js';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { DAY } from '../../platform/clock.js';
import { notFound } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { faultOf } from '../catalogue/fault.rules.js';
import { SeverityEnum } from '../checks/severity.type.js';
import type { ExceptionRow } from '../exceptions/exception.sql.js';
import { ExceptionType } from '../exceptions/exception.type.js';
import { remediationOfCheck } from '../scans/remediation.rules.js';
import { failedBy } from './failed-control.js';
import { selectionOf } from './finding-filter.js';
import { integrationsOfTenant } from './finding-integrations.js';
import { checkOf, controlsOf } from './finding-rule.js';
import { FindingCommandType } from './finding-command.type.js';
import { isReopened } from './finding-history.rules.js';
import type { FindingRun } from './finding-history.sql.js';
import { exceptionOfFindingLoader, findingRunsLoader } from './finding.loader.js';
import { FindingPeriodType } from './finding-period.type.js';
import { readFinding, readFindings, type StoredFinding } from './finding.read.js';
import { CheckType, FindingConnection, FindingIntegrationType, FindingsArgs, FindingType } from './finding.type.js';
import { numberedId, numbersOf } from './numbered-id.rules.js';
import { filledCommand, namesIn } from './resource-id-form.rules.js';
import type { ResourceRow } from './resource.sql.js';
import { ResourceType } from './resource.type.js';

@Resolver(() => FindingType)
export class FindingResolver {
  @Query(() => FindingConnection, {
    description: 'Verdicts of checks on resources: those that are current, or those of a scan.',
  })
  async findings(@Args(() => FindingsArgs) args: FindingsArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const selection = await selectionOf(ctx, args.where ?? {});
    const page = await readFindings(ctx, selection, { ...request, order: args.orderBy ?? 'severity' });
    return FindingConnection.from(page, request);
  }

  @Query(() => FindingType, { description: 'One finding, as it is now or was last.' })
  async finding(
    @Arg('id', () => ID, { description: 'Id of the finding.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<StoredFinding> {
    const numbers = numbersOf(ctx.viewer.tenantId, 'finding', id);
    const found = numbers && (await readFinding(ctx, numbers));
    if (!found) throw notFound();
    return found;
  }

  @FieldResolver(() => ID, { description: 'Of the check on the resource: the same when its status changes.' })
  id(@Root() finding: StoredFinding, @Ctx() ctx: RequestContext): string {
    return numberedId(ctx.viewer.tenantId, 'finding', finding);
  }

  @FieldResolver(() => SeverityEnum, { description: 'How grave the check is.' })
  severity(@Root() { severity }: StoredFinding): Severity {
    return SEVERITIES[severity] ?? 'informational';
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Id of the resource in the terms of the scanner; null for a finding on the integration as a whole.',
  })
  resourceId(@Root() { resourceId }: StoredFinding): string | null {
    return resourceId === '' ? null : resourceId;
  }

  @FieldResolver(() => ResourceType, {
    nullable: true,
    description: 'Null for a finding on the integration as a whole.',
  })
  resource(@Root() finding: StoredFinding): ResourceRow | null {
    const { resourceFirstSeenAt: firstSeenAt, ...row } = finding;
    return row.resourceId === '' ? null : { ...row, firstSeenAt };
  }

  @FieldResolver(() => CheckType, { description: 'The check whose verdict it is.' })
  check(@Root() { rule }: StoredFinding): CheckType {
    return checkOf(rule);
  }

  @Translated()
  @FieldResolver(() => String, {
    description: 'What is wrong where its check fails; the title that the scanner gave where nobody stated it.',
  })
  fault(@Root() { rule: { check, title } }: StoredFinding): string {
    return faultOf(check, { title, ruleCount: 1 });
  }

  @FieldResolver(() => Int, { description: 'Whole days since `firstSeenAt`.' })
  ageDays(@Root() { firstSeenAt }: StoredFinding, @Ctx() ctx: RequestContext): number {
    return Math.max(0, Math.floor((ctx.clock.now().getTime() - firstSeenAt.getTime()) / DAY));
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether it fails again after a repair: it failed before a scan that saw it pass or did not have it, as far as scans are stored.',
  })
  async isReopened(@Root() finding: StoredFinding, @Ctx() ctx: RequestContext): Promise<boolean> {
    // Without a read for what cannot be.
    if (finding.status !== 'fail') return false;
    const runs = await ctx.once(findingRunsLoader).load(finding);
    return isReopened(runs.filter(({ from }) => from <= finding.firstSeenAt));
  }

  @FieldResolver(() => [FindingPeriodType], {
    description: 'Statuses that it had one after the other, the newest first: the last 20, as far as scans are stored.',
  })
  history(@Root() finding: StoredFinding, @Ctx() ctx: RequestContext): Promise<FindingRun[]> {
    return ctx.once(findingRunsLoader).load(finding);
  }

  @FieldResolver(() => FindingIntegrationType, { description: 'The integration that has the resource.' })
  async integration(
    @Root() { integrationId }: StoredFinding,
    @Ctx() ctx: RequestContext,
  ): Promise<FindingIntegrationType> {
    return integrationOf(ctx, integrationId);
  }

  @FieldResolver(() => ExceptionType, {
    nullable: true,
    description: 'The exception in force that accepts it; null where none does.',
  })
  exception(@Root() finding: StoredFinding, @Ctx() ctx: RequestContext): Promise<ExceptionRow | null> {
    return ctx.once(exceptionOfFindingLoader).load(finding);
  }

  @FieldResolver(() => [FindingCommandType], {
    description: 'Commands of the remediation of its check, with the names in the id of its resource filled in.',
  })
  commands(@Root() { rule, resourceId }: StoredFinding): FindingCommandType[] {
    const { check } = rule;
    if (check === null) return [];
    const steps = remediationOfCheck(check)?.steps ?? [];
    const names = namesIn(resourceId, check.provider);
    return steps.flatMap(({ order: step, command }) =>
      command === null ? [] : [{ step, command: filledCommand(command, names) }],
    );
  }

  @FieldResolver(() => [ControlType], { description: 'Controls of the active frameworks that its check leads to.' })
  controls(@Root() { rule }: StoredFinding, @Ctx() ctx: RequestContext): Control[] {
    return controlsOf(ctx, rule);
  }

  @FieldResolver(() => [ControlType], {
    description:
      'Failed controls of the active frameworks that fail because of it, alone or among others; none where it does not fail now, where an exception accepts it, or where its check decides none.',
  })
  async failingControls(@Root() finding: StoredFinding, @Ctx() ctx: RequestContext): Promise<Control[]> {
    const { rule, status, isCurrent } = finding;
    if (status !== 'fail' || !isCurrent || (await ctx.once(exceptionOfFindingLoader).load(finding)) !== null) return [];
    return failedBy(ctx, [rule]);
  }
}

/** An integration of the tenant by its id. */
export async function integrationOf(ctx: RequestContext, id: string): Promise<FindingIntegrationType> {
  const found = (await ctx.once(integrationsOfTenant)).get(id);
  if (!found) throw new Error('a finding has no integration');
  return found;
}
