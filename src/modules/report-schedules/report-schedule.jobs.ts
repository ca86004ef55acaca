import { RequestContext, type AppContext, type Caller } from '../../context.js';
import type { Worker } from '../../feature/feature.js';
import { languageOf } from '../../messages/language.js';
import { DAY, MINUTE, type Clock } from '../../platform/clock.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { AppError, type ErrorCode } from '../../platform/errors.js';
import { FairPool, pooled } from '../../platform/jobs/fair-pool.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import type { Log } from '../../platform/log.js';
import type { MailSender } from '../../platform/mail/mail-sender.js';
import type { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { readMember } from '../auth/viewer.read.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import type { ReportService } from '../reports/report.service.js';
import { nextRun } from '../schedules/cron.rules.js';
import { claimDue, dueSchedules, endDue } from './report-schedule.sql.js';
import { scheduledReportMail } from './scheduled-report-mail.rules.js';

/** Schedules that one look finds, of each organization and of all together. */
const SCHEDULES = { ofTenant: 5, limit: 100 };
/** Reports that are made at once: each of another organization, which its share of the slots comes to. */
const SLOTS = 3;
/** Longest time that a process takes for a report; after it another one may try. The largest of the demo takes seconds. */
const CLAIM_MS = 15 * MINUTE;
/** Attempts at a report that is due, where what is in the way may pass. */
const ATTEMPTS_MAX = 3;
/** Refusals that another attempt may not meet. */
const PASSING: readonly ErrorCode[] = ['RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL'];
const MAIL_LIFETIME_MS = 7 * DAY;

interface Key {
  tenantId: string;
  id: string;
}
/** Why a report could not be made: the code for who reads a mail, the text for who reads the schedule. */
interface Failure {
  code: ErrorCode;
  text: string;
}
type Claimed = Awaited<ReturnType<typeof claimDue.one>> & object;

export interface ReportScheduleRunnerOptions {
  database: Database;
  reports: Pick<ReportService, 'generate'>;
  mails: OutgoingMails;
  mailSender: Pick<MailSender, 'wake'>;
  publicUrl: PublicUrl;
  clock: Clock;
  log: Log;
  /** Source of the jitter, 0 to 1. @default Math.random */
  random?: () => number;
}

/**
 * Makes the reports that are due, each once: its row and the next time of its schedule are written in one transaction. One report makes
 * up for all times that were missed while no process ran. Each is made with the rights that who set it up has then.
 */
export class ReportScheduleRunner {
  /** Schedules by the turns of their organizations. */
  readonly pool: FairPool<Key>;
  private app: AppContext | null = null;

  constructor(private readonly options: ReportScheduleRunnerOptions) {
    const { database, clock, log } = options;
    this.pool = new FairPool({
      ...{ name: 'reports.schedule', log, slots: SLOTS, deadlineMs: CLAIM_MS },
      find: (without) =>
        database.within({ kind: 'system' }, () =>
          dueSchedules.all(database.fork(), { ...SCHEDULES, now: clock.now(), without }),
        ),
      work: (key) => this.run(key),
    });
  }

  /** Sets what the reports are made with. To be called once, before the pool is woken. */
  open(app: AppContext): void {
    this.app = app;
  }

  /** @returns whether it was due */
  private async run(key: Key): Promise<boolean> {
    const { app } = this;
    if (!app) return false;
    return this.options.database.within({ kind: 'tenant', tenantId: key.tenantId }, () => this.make(app, key));
  }

  private async make(app: AppContext, key: Key): Promise<boolean> {
    const { database, clock, reports, mailSender } = this.options;
    const now = clock.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    const claimed = await claimDue.one(database.fork(), { ...key, now, until });
    if (!claimed) return false;
    const caller = await readMember(database.fork(), { ...key, userId: claimed.createdBy });
    const ctx = this.contextOf(app, { ...key, caller, claimed });
    try {
      if (!caller) throw new AppError('FORBIDDEN', 'who has set it up is no member any more');
      const { framework, reportType, format, language } = claimed;
      await reports.generate(ctx, { framework, reportType, format, language }, key.id);
    } catch (err) {
      const code = err instanceof AppError ? err.code : 'INTERNAL';
      if (PASSING.includes(code) && claimed.attempts < ATTEMPTS_MAX) throw err;
      const text = code === 'INTERNAL' ? 'something went wrong in the service' : (err as AppError).message;
      const failure = { code, text };
      await database.fork().transactional((em) => this.end(ctx, em, { ...key, claimed, failure }));
      if (code === 'INTERNAL') throw err;
    } finally {
      await mailSender.wake();
    }
    return true;
  }

  /** Context of who has set it up; what it makes ends what was claimed, in the same transaction. */
  private contextOf(
    app: AppContext,
    { claimed, caller, ...key }: Key & { claimed: Claimed; caller: Caller | null },
  ): RequestContext {
    const ctx: RequestContext = new RequestContext({
      app,
      viewer: caller?.viewer ?? null,
      em: this.options.database.fork(),
      requestId: newId(),
      ...(caller ? { values: caller.values } : {}),
      effect: { known: null, record: (em) => this.end(ctx, em, { ...key, claimed, failure: null }) },
    });
    return ctx;
  }

  /** @throws {AppError} CONFLICT where another process has it by now, or it was deleted */
  private async end(
    ctx: RequestContext,
    em: EntityManager,
    { tenantId, id, claimed, failure }: Key & { claimed: Claimed; failure: Failure | null },
  ): Promise<void> {
    const { clock, random = Math.random } = this.options;
    const { cron, timezone, attempts } = claimed;
    const at = clock.now();
    // An expression that never matches again was refused when it was set: a year of patience is for the calendar alone.
    const nextAt = nextRun(cron, { timezone, at, random: random() }) ?? new Date(at.getTime() + 365 * DAY);
    const ended = await endDue.one(em, {
      tenantId,
      id,
      attempts,
      cron,
      nextAt,
      failure: failure === null ? null : { at, text: failure.text },
    });
    if (!ended) throw new AppError('CONFLICT', 'another process makes this report, or its schedule was deleted');
    await this.notify(ctx, em, { tenantId, id, claimed, failure });
  }

  private async notify(
    ctx: RequestContext,
    em: EntityManager,
    { tenantId, id, claimed, failure }: Key & { claimed: Claimed; failure: Failure | null },
  ): Promise<void> {
    const { mails, publicUrl, clock } = this.options;
    const receiver = await query(em)
      .selectFrom('users as u')
      .innerJoin('tenants as t', 't.id', 'u.tenant_id')
      .select(['u.email', 'u.language', 't.name as organization'])
      .where('u.tenant_id', '=', tenantId)
      .where('u.id', '=', claimed.createdBy)
      .where('u.removed_at', 'is', null)
      .executeTakeFirst();
    if (!receiver) return;
    const { framework: slug, reportType } = claimed;
    const framework = wholeCatalogueOf(ctx).frameworkBySlug.get(slug)?.name ?? slug;
    await mails.add(em, tenantId, {
      reference: `scheduled report ${id}`,
      mail: scheduledReportMail({
        ...{ to: receiver.email, language: languageOf(receiver.language), organization: receiver.organization },
        framework,
        reportType,
        url: `${publicUrl.href}/reports`,
        failure: failure?.code ?? null,
      }),
      expiresAt: new Date(clock.now().getTime() + MAIL_LIFETIME_MS),
    });
  }
}

/** Looks every minute for reports that are due. */
export function reportScheduleWorker(jobs: Jobs, runner: ReportScheduleRunner): Worker {
  const worker = pooled(jobs, runner.pool, { sweep: { job: 'reports.schedule', every: '1 minute' } });
  return {
    start: (app) => {
      runner.open(app);
      return worker.start();
    },
    stop: () => worker.stop(),
  };
}
