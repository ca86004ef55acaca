import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import { userSummaryLoader } from '../auth/user-summary.loader.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import { newestReportLoader } from '../reports/report.read.js';
import type { ReportRow } from '../reports/report.sql.js';
import { ReportObjectType } from '../reports/report.type.js';
import { ReportScheduleEntity, type ReportSchedule } from './report-schedule.entity.js';
import type { ReportScheduleService } from './report-schedule.service.js';
import {
  CreateReportScheduleInput,
  DeleteReportScheduleInput,
  DeleteReportSchedulePayload,
  ReportSchedulePayload,
  ReportScheduleType,
  UpdateReportScheduleInput,
} from './report-schedule.type.js';

@Resolver(() => ReportScheduleType)
export class ReportScheduleResolver {
  constructor(private readonly schedules: ReportScheduleService) {}

  @Query(() => [ReportScheduleType], {
    description: 'Reports that are made at set times, the next one first; 20 at most.',
  })
  async reportSchedules(@Ctx() { em, viewer }: RequestContext): Promise<object[]> {
    const found = await em.find(
      ReportScheduleEntity,
      { tenantId: viewer.tenantId },
      { orderBy: { nextAt: 'asc', id: 'asc' } },
    );
    return found.map(shown);
  }

  @Mutation(() => ReportSchedulePayload, {
    description: 'Makes a report of now at set times, in the name of the caller.',
  })
  async createReportSchedule(
    @Arg('input', () => CreateReportScheduleInput)
    { framework, reportType = null, format = null, language = null, cron }: CreateReportScheduleInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ReportSchedulePayload> {
    return payload(ctx, await this.schedules.create(ctx, { framework, reportType, format, language, cron }));
  }

  @Mutation(() => ReportSchedulePayload, {
    description: 'Sets other times, pauses or resumes. By who has set it up, and by admins.',
  })
  async updateReportSchedule(
    @Arg('input', () => UpdateReportScheduleInput)
    { reportScheduleId, cron = null, isPaused = null }: UpdateReportScheduleInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ReportSchedulePayload> {
    assertUuid(reportScheduleId);
    await this.schedules.update(ctx, reportScheduleId, { cron, isPaused });
    return payload(ctx, reportScheduleId.toLowerCase());
  }

  @Mutation(() => DeleteReportSchedulePayload, {
    description: 'Deletes a schedule; its reports stay. By who has set it up, and by admins.',
  })
  async deleteReportSchedule(
    @Arg('input', () => DeleteReportScheduleInput) { reportScheduleId }: DeleteReportScheduleInput,
    @Ctx() ctx: RequestContext,
  ): Promise<DeleteReportSchedulePayload> {
    assertUuid(reportScheduleId);
    await this.schedules.delete(ctx, reportScheduleId);
    return { reportSchedule: { id: reportScheduleId.toLowerCase() } };
  }

  @FieldResolver(() => String, { description: 'Name of its framework.' })
  framework(@Root() { framework: slug }: ReportSchedule, @Ctx() ctx: RequestContext): string {
    return wholeCatalogueOf(ctx).frameworkBySlug.get(slug)?.name ?? slug;
  }

  @FieldResolver(() => UserSummaryType, {
    nullable: true,
    description: 'Who has set it up, in whose name reports are made.',
  })
  createdBy(@Root() { createdBy }: ReportSchedule, @Ctx() ctx: RequestContext): Promise<UserSummaryType | null> {
    return ctx.once(userSummaryLoader).load(createdBy);
  }

  @FieldResolver(() => ReportObjectType, {
    nullable: true,
    description:
      'The newest report that it made and that is in the library; null where there is none, or it is not for the caller.',
  })
  lastReport(@Root() { id }: ReportSchedule, @Ctx() ctx: RequestContext): Promise<ReportRow | null> {
    return ctx.once(newestReportLoader).load(id);
  }
}

/** @throws {AppError} VALIDATION_FAILED naming `/report_schedule_id` */
function assertUuid(id: string): void {
  if (!isUuid(id)) throw AppError.invalid('/report_schedule_id', 'is not a UUID');
}

async function payload({ em, viewer }: RequestContext, id: string): Promise<ReportSchedulePayload> {
  const found = await em.findOneOrFail(ReportScheduleEntity, { tenantId: viewer.tenantId, id });
  return { reportSchedule: shown(found) };
}

function shown({ type: reportType, ...schedule }: ReportSchedule): object {
  return { ...schedule, reportType };
}
