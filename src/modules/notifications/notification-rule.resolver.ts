import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { PageArgs, pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { userSummaryLoader } from '../auth/user-summary.loader.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import { NotificationRuleEntity, type NotificationRule } from './notification-rule.entity.js';
import { messagePageLoader, visibleTo } from './notification-rule.read.js';
import type { NotificationRuleService, RuleChanges } from './notification-rule.service.js';
import {
  CreateNotificationRuleInput,
  DeleteNotificationRuleInput,
  DeleteNotificationRulePayload,
  NotificationMessageConnection,
  NotificationRulePayload,
  NotificationRuleType,
  TestNotificationRuleInput,
  TestNotificationRulePayload,
  UpdateNotificationRuleInput,
} from './notification-rule.type.js';
import { FIELDS_DEFAULT } from './rule-fields.rules.js';

@Resolver(() => NotificationRuleType)
export class NotificationRuleResolver {
  constructor(private readonly rules: NotificationRuleService) {}

  @Query(() => [NotificationRuleType], {
    description: 'Notification rules of the caller and of the organization, oldest first.',
  })
  async notificationRules(@Ctx() { em, viewer }: RequestContext): Promise<object[]> {
    const orderBy = { createdAt: 'asc', id: 'asc' } as const;
    const found = await em.find(NotificationRuleEntity, visibleTo(viewer), { orderBy });
    return found.map(shown);
  }

  @Query(() => NotificationRuleType, { description: 'One notification rule of the caller or the organization.' })
  async notificationRule(
    @Arg('id', () => ID, { description: 'Id of the rule.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    return find(ctx, id);
  }

  @Query(() => NotificationMessageConnection, {
    nullable: true,
    description: 'Messages of one notification rule, newest first.',
  })
  async notificationLog(
    @Arg('notificationRuleId', () => ID, { description: 'Id of the rule.' }) id: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    return this.log(await find(ctx, id), args, ctx);
  }

  @Mutation(() => NotificationRulePayload, {
    description: 'Creates a notification rule. It notifies of what happens from now on.',
  })
  async createNotificationRule(
    @Arg('input', () => CreateNotificationRuleInput) input: CreateNotificationRuleInput,
    @Ctx() ctx: RequestContext,
  ): Promise<NotificationRulePayload> {
    const { name, events, isOfOrganization, ...rest } = input;
    const id = await this.rules.create(ctx, { name, events, ...changesOf(rest) }, isOfOrganization ?? false);
    return { notificationRule: await find(ctx, id) };
  }

  @Mutation(() => NotificationRulePayload, { description: 'Changes the given fields; pauses and resumes.' })
  async updateNotificationRule(
    @Arg('input', () => UpdateNotificationRuleInput) input: UpdateNotificationRuleInput,
    @Ctx() ctx: RequestContext,
  ): Promise<NotificationRulePayload> {
    const { notificationRuleId: id, name, events, ...rest } = input;
    assertUuid(id);
    const changes = { ...changesOf(rest), ...(name && { name }), ...(events && { events }) };
    await this.rules.update(ctx, id, changes);
    return { notificationRule: await find(ctx, id) };
  }

  @Mutation(() => DeleteNotificationRulePayload, {
    description: 'Deletes a notification rule with what waits for it and its log.',
  })
  async deleteNotificationRule(
    @Arg('input', () => DeleteNotificationRuleInput) { notificationRuleId: id }: DeleteNotificationRuleInput,
    @Ctx() ctx: RequestContext,
  ): Promise<DeleteNotificationRulePayload> {
    assertUuid(id);
    await this.rules.delete(ctx, id);
    return { notificationRule: { id: id.toLowerCase() } };
  }

  @Mutation(() => TestNotificationRulePayload, {
    description: 'Sends a marked test to every receiver of a notification rule, now and whatever its times.',
  })
  async testNotificationRule(
    @Arg('input', () => TestNotificationRuleInput) { notificationRuleId: id }: TestNotificationRuleInput,
    @Ctx() ctx: RequestContext,
  ): Promise<TestNotificationRulePayload> {
    assertUuid(id);
    return { messageIds: await this.rules.test(ctx, id) };
  }

  @FieldResolver(() => UserSummaryType, {
    nullable: true,
    description: 'Whose rule it is; null for one of the organization.',
  })
  owner(@Root() { ownerId }: NotificationRule, @Ctx() ctx: RequestContext): Promise<UserSummaryType | null> | null {
    return ownerId ? ctx.once(userSummaryLoader).load(ownerId) : null;
  }

  @FieldResolver(() => [UserSummaryType], {
    description: 'Members that a rule of the organization notifies by mail; who has left gets nothing.',
  })
  async members(@Root() { memberIds }: NotificationRule, @Ctx() ctx: RequestContext): Promise<UserSummaryType[]> {
    const found = await Promise.all(memberIds.map((id) => ctx.once(userSummaryLoader).load(id)));
    return found.filter((user) => user !== null);
  }

  @FieldResolver(() => [String], {
    description: 'Names of the frameworks whose controls and scores it notifies of; none for every one.',
  })
  frameworks(@Root() { frameworks }: NotificationRule, @Ctx() ctx: RequestContext): string[] {
    const { frameworkBySlug } = wholeCatalogueOf(ctx);
    return frameworks.map((slug) => frameworkBySlug.get(slug)?.name ?? slug);
  }

  @FieldResolver(() => NotificationMessageConnection, {
    description: 'Messages of the rule, newest first; stored for 30 days.',
  })
  async log(
    @Root() { id: ruleId }: NotificationRule,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    return NotificationMessageConnection.from(await ctx.once(messagePageLoader).load({ ruleId, request }), request);
  }
}

type Given = Omit<UpdateNotificationRuleInput, 'notificationRuleId' | 'name' | 'events'>;

/** What is given; null stands for the default. */
function changesOf(input: Given): RuleChanges {
  const given: [string, unknown][] = Object.entries(input).filter(
    ([, value]: [string, unknown]) => value !== undefined,
  );
  return Object.fromEntries(
    given.map(([key, value]) => [key, value ?? FIELDS_DEFAULT[key as keyof typeof FIELDS_DEFAULT]]),
  );
}

/** @throws {AppError} VALIDATION_FAILED naming `/notification_rule_id` */
function assertUuid(id: string): void {
  if (!isUuid(id)) throw AppError.invalid('/notification_rule_id', 'is not a UUID');
}

/** Rule that the caller sees. @throws {AppError} NOT_FOUND for an unknown, malformed or foreign id alike */
async function find({ em, viewer }: RequestContext, id: string): Promise<NotificationRule & object> {
  const where = { ...visibleTo(viewer), id: id.toLowerCase() };
  const found = isUuid(id) ? await em.findOne(NotificationRuleEntity, where) : null;
  if (!found) throw notFound();
  return shown(found);
}

function shown(rule: NotificationRule) {
  const isPaused = (rule.pausedAt ?? null) !== null;
  return { ...rule, isPaused, isOfOrganization: (rule.ownerId ?? null) === null };
}
