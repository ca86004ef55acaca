import type { RequestContext } from '../../context.js';
import { isUuid, newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { ObjectStore, StoredObject } from '../../platform/storage/object-store.js';
import { recordAudit } from '../audit/audit.js';
import type { Framework } from '../catalogue/catalogue.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { checkPast } from '../posture/posture-at.js';
import type { Reservation, StorageQuota } from '../storage/storage-quota.js';
import { scanOfReport } from './report-facts.sql.js';
import { STORED_MS, type ReportMoment } from './report-storage.js';
import type { ReportFiles } from './report-files.js';
import { checkKeptUntil } from './report-library.service.js';
import type { PlannedReport, ReportPlanner, ReportSubject, WantedReport } from './report-plan.js';
import { checkedSettings } from './report-settings.js';
import { readReport } from './report.read.js';
import type { GenerateReportInput } from './report.type.js';

export interface ReportServiceOptions {
  objects: ObjectStore;
  planner: ReportPlanner;
  files: ReportFiles;
  reportQuota: TenantQuota;
  storageQuota: StorageQuota;
}

/** Row of a report, stored beside its file. */
interface GeneratedReport extends PlannedReport, StoredObject {
  id: string;
  framework: Framework;
  moment: ReportMoment;
  key: string;
  keptUntil: Date;
  scheduleId: string | null;
}

/** Generation of reports: a file in the object store, and its row in the library. */
export class ReportService {
  constructor(private readonly options: ReportServiceOptions) {}

  /**
   * Generates a report and stores its file. The file is stored first, its row second; room for it is reserved before either.
   * @param scheduleId the schedule by which it is due; null for a request
   * @returns its id
   * @throws {AppError} VALIDATION_FAILED for an unknown framework, a malformed id, a moment in the future, and a moment beside a
   * scan; FRAMEWORK_NOT_ACTIVE, NOT_FOUND for an unknown scan, NO_COMPLETED_SCAN, CONFLICT for a scan that has not completed or did not
   * cover the framework, FORBIDDEN for an audit package of a member, RATE_LIMITED, LICENSE_LIMIT_REACHED beyond the stored files of the tier;
   * VALIDATION_FAILED, field `/format`, for a file that takes more CPU time or memory than one may; UNAVAILABLE where others are being
   * written and it is not its turn in time
   */
  async generate(ctx: RequestContext, input: GenerateReportInput, scheduleId: string | null = null): Promise<string> {
    if (ctx.knownEffect !== null) return ctx.knownEffect;
    const { framework, ...wanted } = checkedSettings(ctx, input);
    const { keptUntil = null } = input;
    if (keptUntil) checkKeptUntil(ctx, keptUntil);
    const about = { ...(await scanOf(ctx, framework, input)), framework, keptUntil, scheduleId };
    const { files, reportQuota } = this.options;
    const { tenantId } = ctx.viewer;
    const inTurn = (make: () => Promise<string>) =>
      wanted.type === 'audit_package' ? files.packageInTurn(tenantId, make) : files.inTurn(tenantId, make);
    return reportQuota.takeForTurn(ctx, inTurn, () => this.make(ctx, wanted, about));
  }

  /** Reads the facts of a report, writes its file, and stores both. */
  private async make(ctx: RequestContext, wanted: WantedReport, about: WantedAbout): Promise<string> {
    const { objects, planner, storageQuota } = this.options;
    const { framework, keptUntil } = about;
    const id = newId();
    const plan = await planner.plan(ctx, wanted, { ...about, id });
    const reservation = await storageQuota.reserve(ctx, plan.bytesMax);
    try {
      const key = `${ctx.viewer.tenantId}/reports/${id}/${fileNameOf(framework, plan)}`;
      const stored = await objects.put(key, plan.write());
      const until = keptUntil ?? new Date(plan.generatedAt.getTime() + STORED_MS);
      await this.store(ctx, { ...plan, ...stored, ...about, id, key, keptUntil: until }, reservation);
      return id;
    } catch (err) {
      await storageQuota.release(ctx, reservation);
      throw err;
    }
  }

  /**
   * Generates a report again with the settings of another one: of now what was of now, else of the same scan or moment. Where
   * retention has removed the scan, the moment of the report takes its place.
   * @returns the id of the new report
   * @throws {AppError} NOT_FOUND; as `generate`
   */
  async regenerate(ctx: RequestContext, id: string): Promise<string> {
    if (ctx.knownEffect !== null) return ctx.knownEffect;
    const report = await readReport(ctx, id);
    if (!report) throw notFound();
    const { framework, reportType, format, language, moment, scanJobId, asOf, periodFrom } = report;
    const settings = { framework, reportType, format, language, periodFrom };
    if (moment === 'now') return this.generate(ctx, settings);
    const isOfScan = moment === 'scan' && scanJobId !== null;
    return this.generate(ctx, { ...settings, ...(isOfScan ? { scanJobId } : { asOf }) });
  }

  /** Writes the row, which counts as stored from then on, and gives back what was reserved for it. */
  private store(ctx: RequestContext, report: GeneratedReport, reservation: Reservation): Promise<void> {
    return ctx.em.transactional(async (em) => {
      await insertReport(em, ctx, report);
      await this.options.storageQuota.release({ em, viewer: ctx.viewer }, reservation);
      const { type, format, language, framework, content, sha256, keptUntil, scheduleId } = report;
      await recordAudit(ctx, em, {
        action: 'report.generated',
        resourceType: 'report',
        resourceId: report.id,
        after: {
          type,
          format,
          language,
          framework: framework.name,
          scanJobId: content.metadata.scan_job_id,
          asOf: content.metadata.as_of,
          keptUntil: keptUntil.toISOString(),
          sha256,
          ...(scheduleId === null ? {} : { scheduleId }),
        },
      });
      await ctx.recordEffect(em, report.id);
    });
  }
}

/** What a report is about, and how it is stored. */
interface WantedAbout extends AboutScan, Pick<GeneratedReport, 'framework' | 'scheduleId'> {
  /** Null for the default. */
  keptUntil: Date | null;
}

interface AboutScan extends Pick<ReportSubject, 'organization' | 'scan' | 'until'> {
  moment: ReportMoment;
}

/** The completed scan that a report is about, the one asked for or the latest of the framework at its moment, and that moment. */
async function scanOf(
  ctx: RequestContext,
  framework: Framework,
  { scanJobId = null, asOf = null }: GenerateReportInput,
): Promise<AboutScan> {
  if (scanJobId !== null && !isUuid(scanJobId)) throw AppError.invalid('/scan_job_id', 'is not a UUID');
  if (scanJobId !== null && asOf) throw AppError.invalid('/as_of', 'cannot be given with scan_job_id');
  if (asOf) checkPast(ctx, asOf, '/as_of');
  const found = await scanOfReport.one(ctx.em, {
    tenantId: ctx.viewer.tenantId,
    slug: framework.slug,
    scanId: scanJobId,
    until: asOf,
  });
  if (!found || (found.id === null && scanJobId !== null)) throw notFound();
  const { organization, id, status, frameworks, completedAt } = found;
  if (id === null) {
    throw new AppError('NO_COMPLETED_SCAN', `no scan of ${framework.name} has completed ${asOf ? 'by then' : 'yet'}`);
  }
  if (status !== 'completed' || !completedAt) {
    throw new AppError('CONFLICT', status === 'failed' ? 'the scan failed' : 'the scan has not ended yet');
  }
  if (!frameworks?.includes(framework.slug)) {
    throw new AppError('CONFLICT', `the scan did not cover ${framework.name}`);
  }
  const about = { organization, scan: { id, completedAt } };
  if (asOf) return { ...about, until: asOf, moment: 'as_of' };
  return scanJobId === null
    ? { ...about, until: null, moment: 'now' }
    : { ...about, until: completedAt, moment: 'scan' };
}

/** `soc2-gap-analysis-2026-01-31.pdf`. */
function fileNameOf({ slug }: Framework, { type, format, generatedAt }: PlannedReport): string {
  return `${slug}-${type.replaceAll('_', '-')}-${generatedAt.toISOString().slice(0, 10)}.${format}`;
}

async function insertReport(em: EntityManager, { viewer }: RequestContext, report: GeneratedReport): Promise<void> {
  const { content } = report;
  await query(em)
    .insertInto('reports')
    .values({
      id: report.id,
      tenant_id: viewer.tenantId,
      type: report.type,
      format: report.format,
      language: report.language,
      framework: report.framework.slug,
      scan_id: content.metadata.scan_job_id,
      compliance_score: content.compliance_score,
      total_controls: content.totals.total_controls,
      passed_controls: content.totals.passed_controls,
      failed_controls: content.totals.failed_controls,
      object_key: report.key,
      size: report.size,
      sha256: report.sha256,
      generated_at: report.generatedAt,
      generated_by: viewer.userId,
      expires_at: report.keptUntil,
      as_of: new Date(content.metadata.as_of),
      period_from: report.periodFrom,
      moment: report.moment,
      framework_version: report.framework.version,
      assured_score: content.assured_score,
      assured_controls: content.totals.assured_controls,
      schedule_id: report.scheduleId,
    })
    .execute();
}
