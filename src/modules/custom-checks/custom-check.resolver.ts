import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Remediation } from '../catalogue/catalogue.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { catalogueCheckOf, universalControlsOf } from './custom-check.rules.js';
import { readCustomCheck, readCustomChecks, type CustomCheckRow } from './custom-check.read.js';
import type { CustomCheckChanges, CustomCheckService } from './custom-check.service.js';
import {
  CreateCustomCheckInput,
  CustomCheckPayload,
  CustomCheckType,
  DeleteCustomCheckInput,
  UpdateCustomCheckInput,
} from './custom-check.type.js';
import { DryRunCustomCheckInput, DryRunPayload, ResourceTypeType } from './dry-run.type.js';

@Resolver(() => CustomCheckType)
export class CustomCheckResolver {
  constructor(private readonly service: CustomCheckService) {}

  @Query(() => [CustomCheckType], { description: 'Checks that the organization has written, by key.' })
  async customChecks(@Ctx() ctx: RequestContext): Promise<CustomCheckType[]> {
    return (await readCustomChecks(ctx)).map((check) => shown(ctx, check));
  }

  @Query(() => CustomCheckType, { description: 'One check that the organization has written.' })
  customCheck(
    @Arg('id', () => ID, { description: 'Id of the custom check.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<CustomCheckType> {
    return findCustomCheck(ctx, id);
  }

  @Query(() => [ResourceTypeType], { description: 'The types of resources that checks can evaluate, by name.' })
  resourceTypes(@Ctx() ctx: RequestContext): ResourceTypeType[] {
    return [...catalogueOf(ctx).resourceShapes.values()].sort((a, b) => (a.type < b.type ? -1 : 1));
  }

  @Mutation(() => CustomCheckPayload, { description: 'Creates a check. The next scan runs it. ENTERPRISE.' })
  async createCustomCheck(
    @Arg('input', () => CreateCustomCheckInput) input: CreateCustomCheckInput,
    @Ctx() ctx: RequestContext,
  ): Promise<CustomCheckPayload> {
    const { applies = null, isEnabled, remediation, ...fields } = input;
    const given = { ...fields, applies, isEnabled: isEnabled ?? true, remediation: remediationOf(remediation) };
    return { customCheck: await findCustomCheck(ctx, await this.service.create(ctx, given)) };
  }

  @Mutation(() => CustomCheckPayload, { description: 'Changes the given fields of a check. ENTERPRISE.' })
  async updateCustomCheck(
    @Arg('input', () => UpdateCustomCheckInput) { customCheckId, ...input }: UpdateCustomCheckInput,
    @Ctx() ctx: RequestContext,
  ): Promise<CustomCheckPayload> {
    assertUuid(customCheckId);
    await this.service.update(ctx, customCheckId, changesOf(input));
    return { customCheck: await findCustomCheck(ctx, customCheckId) };
  }

  @Mutation(() => CustomCheckPayload, {
    description: 'Deletes a check and answers it as it was. Results of past scans stay. ENTERPRISE.',
  })
  async deleteCustomCheck(
    @Arg('input', () => DeleteCustomCheckInput) { customCheckId }: DeleteCustomCheckInput,
    @Ctx() ctx: RequestContext,
  ): Promise<CustomCheckPayload> {
    assertUuid(customCheckId);
    return { customCheck: shown(ctx, await this.service.delete(ctx, customCheckId)) };
  }

  @Mutation(() => DryRunPayload, {
    description: 'Evaluates a check on the resources of the latest completed scan. Stores nothing. ENTERPRISE.',
  })
  async dryRunCustomCheck(
    @Arg('input', () => DryRunCustomCheckInput) { applies = null, ...logic }: DryRunCustomCheckInput,
    @Ctx() ctx: RequestContext,
  ): Promise<DryRunPayload> {
    return { dryRun: await this.service.dryRun(ctx, { ...logic, applies }) };
  }
}

/** @throws {AppError} NOT_FOUND for an unknown, malformed or foreign id alike */
async function findCustomCheck(ctx: RequestContext, id: string): Promise<CustomCheckType> {
  const check = isUuid(id) ? await readCustomCheck(ctx, id) : null;
  if (!check) throw notFound();
  return shown(ctx, check);
}

function shown(ctx: RequestContext, check: CustomCheckRow): CustomCheckType {
  const catalogue = catalogueOf(ctx);
  const { id: ruleId, version } = catalogueCheckOf(check, catalogue);
  return {
    ...check,
    ruleId,
    version: version ?? '',
    universalControls: universalControlsOf(check, catalogue),
    remediation: check.remediation && {
      ...check.remediation,
      steps: check.remediation.steps.map((step, index) => ({ order: index + 1, ...step })),
      references: [],
      documentation: [],
    },
  };
}

/** The given changes: null removes a field that may be absent, and leaves any other as it is. */
function changesOf({
  applies,
  remediation,
  ...rest
}: Omit<UpdateCustomCheckInput, 'customCheckId'>): CustomCheckChanges {
  const given = Object.entries<unknown>(rest).filter(([, value]) => value !== null && value !== undefined);
  return {
    ...(Object.fromEntries(given) as CustomCheckChanges),
    ...(applies === undefined ? {} : { applies }),
    ...(remediation === undefined ? {} : { remediation: remediationOf(remediation) }),
  };
}

function remediationOf(given: CreateCustomCheckInput['remediation']): Remediation | null {
  if (!given) return null;
  return {
    summary: given.summary,
    effort: given.effort ?? 'medium',
    steps: given.steps.map(({ title, instruction, command = null }) => ({ title, instruction, command })),
  };
}

function assertUuid(id: string): void {
  if (!isUuid(id)) throw AppError.invalid('/custom_check_id', 'is not a UUID');
}
