import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUser } from '../../feature/known-user.js';
import { pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { catalogueOf, isVisible } from '../catalogue/visibility.js';
import { exceptionLoader } from '../exceptions/exception.loader.js';
import type { ExceptionRow } from '../exceptions/exception.sql.js';
import { ExceptionType } from '../exceptions/exception.type.js';
import { checksOfTenant } from '../findings/check-list.js';
import { findingLoader } from '../findings/finding.loader.js';
import type { StoredFinding } from '../findings/finding.read.js';
import { CheckType, FindingType } from '../findings/finding.type.js';
import { readWorkItem, readWorkItems, readWorkItemsById, todayOf, type WorkItemFilter } from './work-item.read.js';
import { isOverdue } from './work-item.rules.js';
import type { WorkItemService, WorkItemTerms } from './work-item.service.js';
import type { WorkItemRow } from './work-item.sql.js';
import { findCheckId, findControlNo, findExceptionId, findFinding, findSubject } from './work-item-subject.js';
import {
  CreateWorkItemInput,
  UpdateWorkItemInput,
  UpdateWorkItemsInput,
  UpdateWorkItemsPayload,
  WorkItemConnection,
  WorkItemInput,
  WorkItemPayload,
  WorkItemsArgs,
  WorkItemsWhere,
  WorkItemType,
} from './work-item.type.js';

@Resolver(() => WorkItemType)
export class WorkItemResolver {
  constructor(private readonly service: WorkItemService) {}

  @Query(() => WorkItemType, { description: 'One work item.' })
  workItem(
    @Arg('id', () => ID, { description: 'Id of the work item.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<WorkItemRow> {
    return find(ctx, id);
  }

  @Query(() => WorkItemConnection, {
    description: 'Work items, newest first, or by the day until which they are to be done.',
  })
  async workItems(@Args(() => WorkItemsArgs) args: WorkItemsArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const filter = await filterOf(ctx, args.where ?? {});
    const page = await readWorkItems(ctx, filter, { ...request, order: args.orderBy ?? 'newest' });
    return WorkItemConnection.from(page, request);
  }

  @Mutation(() => WorkItemPayload, { description: 'Creates an open work item about exactly one thing.' })
  async createWorkItem(
    @Arg('input', () => CreateWorkItemInput) { title, ownerId = null, dueOn = null, ...named }: CreateWorkItemInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WorkItemPayload> {
    if (ownerId !== null) assertUuid(ownerId, '/owner_id');
    const subject = await findSubject(ctx, named);
    const id = await this.service.create(ctx, subject, { title: title.trim(), ownerId, dueOn });
    return { workItem: await find(ctx, id) };
  }

  @Mutation(() => WorkItemPayload, { description: 'Changes title, owner, day or state of a work item.' })
  async updateWorkItem(
    @Arg('input', () => UpdateWorkItemInput) { workItemId, title, ownerId, dueOn, state }: UpdateWorkItemInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WorkItemPayload> {
    assertUuid(workItemId, '/work_item_id');
    if (ownerId != null) assertUuid(ownerId, '/owner_id');
    await this.service.update(ctx, workItemId, {
      ...(title == null ? {} : { title: title.trim() }),
      ...termsOf({ ownerId, dueOn, state }),
    });
    return { workItem: await find(ctx, workItemId) };
  }

  @Mutation(() => UpdateWorkItemsPayload, {
    description: 'Gives many work items the same owner, day or state: one result for each.',
  })
  async updateWorkItems(
    @Arg('input', () => UpdateWorkItemsInput) { workItemIds, ...changes }: UpdateWorkItemsInput,
    @Ctx() ctx: RequestContext,
  ): Promise<UpdateWorkItemsPayload> {
    if (changes.ownerId != null) assertUuid(changes.ownerId, '/owner_id');
    const outcomes = await this.service.updateMany(ctx, { ids: workItemIds, idOf: checkedId }, termsOf(changes));
    const found = await readWorkItemsById(
      ctx,
      outcomes.flatMap(({ done }) => done ?? []),
    );
    return {
      results: outcomes.map(({ index, done, error }) => ({
        index,
        workItem: done === null ? null : (found.get(done) ?? null),
        error,
      })),
    };
  }

  @Mutation(() => WorkItemPayload, {
    description: 'Drops a work item. It is not deleted, and `updateWorkItem` with another state undoes it.',
  })
  async deleteWorkItem(
    @Arg('input', () => WorkItemInput) { workItemId }: WorkItemInput,
    @Ctx() ctx: RequestContext,
  ): Promise<WorkItemPayload> {
    assertUuid(workItemId, '/work_item_id');
    await this.service.update(ctx, workItemId, { state: 'dropped' });
    return { workItem: await find(ctx, workItemId) };
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether it is unfinished and its day has passed in the organization’s time zone.',
  })
  async isOverdue(@Root() item: WorkItemRow, @Ctx() ctx: RequestContext): Promise<boolean> {
    return item.dueOn !== null && isOverdue(item, await ctx.once(todayOf));
  }

  @FieldResolver(() => ControlType, {
    nullable: true,
    description: 'The control that it is about; null for another thing, and where its framework is not active.',
  })
  control(@Root() { controlNo }: WorkItemRow, @Ctx() ctx: RequestContext): Control | null {
    const control = controlNo === null ? undefined : catalogueOf(ctx).controlByNo.get(controlNo);
    return control && isVisible(ctx, control) ? control : null;
  }

  @FieldResolver(() => ExceptionType, {
    nullable: true,
    description: 'The exception that it is about; null for another thing.',
  })
  exception(@Root() { exceptionId }: WorkItemRow, @Ctx() ctx: RequestContext): Promise<ExceptionRow | null> | null {
    return exceptionId === null ? null : ctx.once(exceptionLoader).load(exceptionId);
  }

  @FieldResolver(() => FindingType, {
    nullable: true,
    description: 'The finding that it is about, as it is now or was last; null for another thing.',
  })
  finding(@Root() item: WorkItemRow, @Ctx() ctx: RequestContext): Promise<StoredFinding | null> | null {
    const { findingResourceNo: resourceNo, findingCheckNo: checkNo, findingCopyNo: copyNo } = item;
    if (resourceNo === null || checkNo === null || copyNo === null) return null;
    return ctx.once(findingLoader).load({ resourceNo, checkNo, copyNo });
  }

  @FieldResolver(() => CheckType, {
    nullable: true,
    description: 'The check that it is about; null for another thing, and where it is not known any more.',
  })
  async check(@Root() { checkId }: WorkItemRow, @Ctx() ctx: RequestContext): Promise<CheckType | null> {
    return checkId === null ? null : ((await ctx.once(checksOfTenant)).get(checkId) ?? null);
  }
}

/** What is given of the changes; null leaves a state as it is, and takes an owner and a day away. */
function termsOf({ ownerId, dueOn, state }: Omit<UpdateWorkItemsInput, 'workItemIds'>): Partial<WorkItemTerms> {
  return {
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(dueOn === undefined ? {} : { dueOn }),
    ...(state == null ? {} : { state }),
  };
}

/** An id of a list, as it is stored. @throws {AppError} VALIDATION_FAILED */
function checkedId(id: string): string {
  assertUuid(id, '');
  return id.toLowerCase();
}

/** @throws {AppError} NOT_FOUND for what the tenant does not have; VALIDATION_FAILED */
async function filterOf(ctx: RequestContext, where: WorkItemsWhere): Promise<WorkItemFilter> {
  const { states = null, ownerId = null, mine, overdue, controlId = null, checkId = null, findingId = null } = where;
  const { exceptionId = null } = where;
  if (ownerId !== null && mine === true) throw AppError.invalid('/where/mine', 'does not go with owner_id');
  if (ownerId !== null) {
    assertUuid(ownerId, '/where/owner_id');
    if (!(await isUser(ctx, ownerId))) throw notFound();
  }
  return {
    states,
    ownerId: mine === true ? ctx.viewer.userId : ownerId,
    checkId: checkId === null ? null : await findCheckId(ctx, checkId),
    controlNo: controlId === null ? null : findControlNo(ctx, controlId, '/where/control_id'),
    exceptionId: exceptionId === null ? null : await findExceptionId(ctx, exceptionId, '/where/exception_id'),
    finding: findingId === null ? null : await findFinding(ctx, findingId, '/where/finding_id'),
    isOverdue: overdue === true,
  };
}

async function find(ctx: RequestContext, id: string): Promise<WorkItemRow> {
  const item = isUuid(id) ? await readWorkItem(ctx, id) : null;
  if (!item) throw notFound();
  return item;
}

/** @throws {AppError} VALIDATION_FAILED naming `field` */
function assertUuid(id: string, field: string): void {
  if (!isUuid(id)) throw AppError.invalid(field, 'is not a UUID');
}
