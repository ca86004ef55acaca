import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { checkRules } from '../../platform/api/input-rules.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import type { Control } from '../catalogue/catalogue.js';
import { catalogueOf, findControl, isVisible } from '../catalogue/visibility.js';
import { readIntegration } from '../integrations/integration.read.js';
import { approvalVerdict } from '../organizations/approval.rules.js';
import { approversOf, controlExceptionsLoader, exceptionLoader, exceptionResourcesLoader } from './exception.loader.js';
import type { ProposedFindings } from './exception-proposal.js';
import { checkedResource, mayWithdraw } from './exception.rules.js';
import { OPEN_STATUSES } from './exception-states.js';
import { readException, readExceptions } from './exception.read.js';
import type { ExceptionService } from './exception.service.js';
import type { ExceptionRow } from './exception.sql.js';
import {
  AcceptedFindingInput,
  AcceptFindingsInput,
  AcceptFindingsPayload,
  ExceptionConnection,
  ExceptionInput,
  ExceptionPayload,
  ExceptionResourceType,
  ExceptionsArgs,
  ExceptionType,
  RejectExceptionInput,
} from './exception.type.js';

@Resolver(() => ExceptionType)
export class ExceptionResolver {
  constructor(private readonly service: ExceptionService) {}

  @Query(() => ExceptionType, { description: 'One exception.' })
  exception(
    @Arg('id', () => ID, { description: 'Id of the exception.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ExceptionRow> {
    return find(ctx, id);
  }

  @Query(() => ExceptionConnection, { description: 'Exceptions, newest first.' })
  async exceptions(@Args(() => ExceptionsArgs) args: ExceptionsArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const { statuses = null, controlId = null, integrationId = null, endsWithinDays = null } = args.where ?? {};
    if (integrationId !== null) assertUuid(integrationId, '/where/integration_id');
    if (controlId !== null) assertUuid(controlId, '/where/control_id');
    const controlNo = controlId === null ? null : findControl(ctx, controlId).no;
    if (integrationId !== null && (await readIntegration(ctx, integrationId)) === null) throw notFound();
    const filter = { statuses, integrationId, controlNo, endsWithinDays };
    return ExceptionConnection.from(await readExceptions(ctx, filter, request), request);
  }

  @Mutation(() => AcceptFindingsPayload, {
    description:
      'Proposes to accept failing findings for a time, one exception for each item; approved, they count like no result.',
  })
  async acceptFindings(
    @Arg('input', () => AcceptFindingsInput) input: AcceptFindingsInput,
    @Ctx() ctx: RequestContext,
  ): Promise<AcceptFindingsPayload> {
    const { findings: items, reason, compensatingMeasure = null, evidenceIds, ownerId = null, expiresOn } = input;
    evidenceIds?.forEach((id, index) => assertUuid(id, `/evidence_ids/${index}`));
    if (ownerId !== null) assertUuid(ownerId, '/owner_id');
    const terms = { reason: reason.trim(), compensatingMeasure, evidenceIds: evidenceIds ?? [], ownerId, expiresOn };
    const outcomes = await this.service.propose(ctx, { items, findingsOf }, terms);
    const exceptions = ctx.once(exceptionLoader);
    return {
      results: await Promise.all(
        outcomes.map(async ({ index, done, error }) => ({
          index,
          exception: done === null ? null : await exceptions.load(done),
          error,
        })),
      ),
    };
  }

  @Mutation(() => ExceptionPayload, {
    description: 'Approves a proposal. Another one than its proposer, where the organization has two who may.',
  })
  async approveException(
    @Arg('input', () => ExceptionInput) { exceptionId }: ExceptionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ExceptionPayload> {
    assertUuid(exceptionId, '/exception_id');
    await this.service.approve(ctx, exceptionId);
    return { exception: await find(ctx, exceptionId) };
  }

  @Mutation(() => ExceptionPayload, { description: 'Rejects a proposal.' })
  async rejectException(
    @Arg('input', () => RejectExceptionInput) { exceptionId, note = null }: RejectExceptionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ExceptionPayload> {
    assertUuid(exceptionId, '/exception_id');
    await this.service.reject(ctx, exceptionId, note);
    return { exception: await find(ctx, exceptionId) };
  }

  @Mutation(() => ExceptionPayload, {
    description: 'Withdraws a proposal, or ends an exception in force: its findings count again at once.',
  })
  async withdrawException(
    @Arg('input', () => ExceptionInput) { exceptionId }: ExceptionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ExceptionPayload> {
    assertUuid(exceptionId, '/exception_id');
    await this.service.withdraw(ctx, exceptionId);
    return { exception: await find(ctx, exceptionId) };
  }

  @Mutation(() => ExceptionPayload, {
    description: 'Lets an exception in force cover its new matches. Approved as the exception itself.',
  })
  async includeNewMatches(
    @Arg('input', () => ExceptionInput) { exceptionId }: ExceptionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ExceptionPayload> {
    assertUuid(exceptionId, '/exception_id');
    await this.service.includeNewMatches(ctx, exceptionId);
    return { exception: await find(ctx, exceptionId) };
  }

  @FieldResolver(() => [ExceptionResourceType], {
    description: 'At most 100, new matches first; the counts include all.',
  })
  resources(@Root() { id }: ExceptionRow, @Ctx() ctx: RequestContext): Promise<ExceptionResourceType[]> {
    return ctx.once(exceptionResourcesLoader).load(id);
  }

  @FieldResolver(() => [ControlType], {
    description: 'Controls of the active frameworks that its check led to when it was proposed.',
  })
  controls(@Root() { controlNos }: ExceptionRow, @Ctx() ctx: RequestContext): Control[] {
    return controlNos
      .flatMap((no) => catalogueOf(ctx).controlByNo.get(no) ?? [])
      .filter((control) => isVisible(ctx, control));
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may approve it, or include its new matches.' })
  async canApprove(@Root() { proposedBy }: ExceptionRow, @Ctx() ctx: RequestContext): Promise<boolean> {
    const { viewer } = ctx;
    const approvers = await ctx.once(approversOf);
    const verdict = approvalVerdict({ proposedBy: proposedBy?.id ?? null, viewer, approvers });
    return verdict === 'by_another' || verdict === 'self';
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may withdraw it.' })
  canWithdraw(@Root() { status, proposedBy, owner }: ExceptionRow, @Ctx() { viewer }: RequestContext): boolean {
    const people = { proposedBy: proposedBy?.id ?? null, ownerId: owner?.id ?? null };
    return OPEN_STATUSES.includes(status) && mayWithdraw(people, viewer);
  }
}

@Resolver(() => ControlType)
export class ControlExceptionResolver {
  @FieldResolver(() => [ExceptionType], {
    description: 'Exceptions in force that accept findings of its checks, the one that ends first first.',
  })
  exceptions(@Root() { no }: Control, @Ctx() ctx: RequestContext): Promise<ExceptionRow[]> {
    return ctx.once(controlExceptionsLoader).load(no);
  }
}

/** The findings that an item names. @throws {AppError} VALIDATION_FAILED */
function findingsOf(item: AcceptedFindingInput): ProposedFindings {
  checkRules(item, AcceptedFindingInput);
  const { scanner, ruleId, integrationId = null, ...named } = item;
  if (integrationId !== null) assertUuid(integrationId, '/integration_id');
  return { scanner, ruleId, integrationId, ...checkedResource(named) };
}

async function find(ctx: RequestContext, id: string): Promise<ExceptionRow> {
  const exception = isUuid(id) ? await readException(ctx, id) : null;
  if (!exception) throw notFound();
  return exception;
}

/** @throws {AppError} VALIDATION_FAILED naming `field` */
function assertUuid(id: string, field: string): void {
  if (!isUuid(id)) throw AppError.invalid(field, 'is not a UUID');
}
