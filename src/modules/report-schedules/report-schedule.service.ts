import type { RequestContext } from '../../context.js';
import { HOUR } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import type { Language } from '../../messages/language.js';
import type { LibraryFormat, LibraryType } from '../reports/report-kinds.js';
import { checkedSettings } from '../reports/report-settings.js';
import { checkedCron, nextRun } from '../schedules/cron.rules.js';
import { ReportScheduleEntity, type ReportSchedule } from './report-schedule.entity.js';
import { lockCreation, moveAll } from './report-schedule.sql.js';

/** Schedules of an organization. Our choice. */
export const SCHEDULES_MAX = 20;
/** Shortest distance between two reports of a schedule: a day, also the shortest of a year. Our choice. */
const APART = { ms: 23 * HOUR, words: 'once a day' };

/** What is to be made, and when. */
export interface ReportScheduleFields {
  /** Name or slug. */
  framework: string;
  reportType: LibraryType | null;
  format: LibraryFormat | null;
  language: Language | null;
  cron: string;
}

/** What is to change of a schedule; null where nothing is. */
export interface ReportScheduleChange {
  cron: string | null;
  isPaused: boolean | null;
}

/** Schedules by which reports of now are made. Who has set one up may change it, and every admin. */
export class ReportScheduleService {
  /** @param random jitter, 0 to 1 */
  constructor(private readonly random: () => number = Math.random) {}

  /**
   * @returns the id
   * @throws {AppError} VALIDATION_FAILED for an unknown framework, a format that does not fit, and a cron expression that is none, comes
   * more often than once a day or never; FRAMEWORK_NOT_ACTIVE; FORBIDDEN for audit packages of a member; CONFLICT for more than 20
   */
  async create(ctx: RequestContext, { cron, ...given }: ReportScheduleFields): Promise<string> {
    const { framework, type, format, language } = checkedSettings(ctx, given);
    const { tenantId, userId: createdBy } = ctx.viewer;
    const id = newId();
    await ctx.em.transactional(async (em) => {
      await lockCreation.run(em, { tenantId });
      if ((await em.count(ReportScheduleEntity, { tenantId })) >= SCHEDULES_MAX)
        throw new AppError('CONFLICT', `an organization has at most ${SCHEDULES_MAX} schedules of reports`);
      const when = await this.whenOf(ctx, em, cron);
      const createdAt = ctx.clock.now();
      em.create(ReportScheduleEntity, {
        ...{ id, tenantId, framework: framework.slug, type, format, language, ...when, createdBy, createdAt },
        ...{ failedAt: null, failure: null, pausedAt: null },
      });
      await recordAudit(ctx, em, {
        action: 'report_schedule.created',
        resourceType: 'report_schedule',
        resourceId: id,
        before: null,
        after: { framework: framework.name, type, format, language, cron: when.cron },
      });
    });
    return id;
  }

  /**
   * Sets another time, pauses or resumes; null leaves each as it is. One that resumes begins with the time that comes next.
   * @throws {AppError} NOT_FOUND; FORBIDDEN for that of another member; VALIDATION_FAILED as `create`
   */
  async update(ctx: RequestContext, id: string, { cron, isPaused }: ReportScheduleChange): Promise<void> {
    await ctx.em.transactional(async (em) => {
      const schedule = await lockOwn(ctx, em, id);
      const before = { cron: schedule.cron, paused: schedule.pausedAt !== null };
      const paused = isPaused ?? before.paused;
      const when = await this.whenOf(ctx, em, cron ?? before.cron);
      const after = { cron: when.cron, paused };
      if (after.cron === before.cron && paused === before.paused) return;
      // Pausing moves nothing, so that the report which is being made ends as it would have.
      if (after.cron !== before.cron || !paused) em.assign(schedule, when);
      if (paused !== before.paused) em.assign(schedule, { pausedAt: paused ? ctx.clock.now() : null });
      await recordAudit(ctx, em, {
        action: 'report_schedule.updated',
        resourceType: 'report_schedule',
        resourceId: schedule.id,
        before,
        after,
      });
    });
  }

  /** Deletes a schedule; its reports stay. @throws {AppError} NOT_FOUND; FORBIDDEN for that of another member */
  async delete(ctx: RequestContext, id: string): Promise<void> {
    await ctx.em.transactional(async (em) => {
      const schedule = await lockOwn(ctx, em, id);
      const { framework, type, format, language, cron } = schedule;
      em.remove(schedule);
      await recordAudit(ctx, em, {
        action: 'report_schedule.deleted',
        resourceType: 'report_schedule',
        resourceId: schedule.id,
        before: { framework, type, format, language, cron },
        after: null,
      });
    });
  }

  /** Sets the next time of every schedule of a tenant whose time zone has changed, in the transaction of `em`. */
  async moveTo(
    em: EntityManager,
    { tenantId, timezone, at }: { tenantId: string; timezone: string; at: Date },
  ): Promise<void> {
    const schedules = await query(em)
      .selectFrom('report_schedules')
      .select(['id', 'cron'])
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      .execute();
    const runs = schedules.flatMap(({ id, cron }) => {
      const next = nextRun(cron, { timezone, at, random: this.random() });
      return next ? [{ id, at: next }] : [];
    });
    await moveAll.run(em, { tenantId, runs });
  }

  private async whenOf({ clock, viewer }: RequestContext, em: EntityManager, given: string) {
    const { timezone } = await query(em)
      .selectFrom('tenants')
      .select('timezone')
      .where('id', '=', viewer.tenantId)
      .executeTakeFirstOrThrow();
    const at = clock.now();
    const cron = checkedCron(given, { timezone, at, apart: APART });
    const nextAt = nextRun(cron, { timezone, at, random: this.random() });
    if (!nextAt) throw AppError.invalid('/cron', 'never comes');
    return { cron, nextAt };
  }
}

/** A schedule that the caller may change, locked until the transaction ends. @throws {AppError} NOT_FOUND, FORBIDDEN */
async function lockOwn({ viewer }: RequestContext, em: EntityManager, id: string): Promise<ReportSchedule> {
  const { tenantId } = viewer;
  await query(em)
    .selectFrom('report_schedules')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  const found = await em.findOne(ReportScheduleEntity, { tenantId, id: id.toLowerCase() }, { refresh: true });
  if (!found) throw notFound();
  if (found.createdBy !== viewer.userId && viewer.role !== 'admin')
    throw new AppError('FORBIDDEN', 'only who has set up a schedule, and admins, can change it');
  return found;
}
