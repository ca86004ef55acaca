import type { RequestContext } from '../../context.js';
import { SECOND } from '../../platform/clock.js';
import { isUuid, newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { PublicUrl } from '../../platform/public-url.js';
import { LINK_LIFETIME_MS, type DownloadLinks } from '../../platform/storage/download-links.js';
import type { ObjectStore, StoredObject } from '../../platform/storage/object-store.js';
import { recordAudit } from '../audit/audit.js';
import { securityEvents } from '../security-events/security-events.js';
import { findFramework, type Framework } from '../catalogue/catalogue.js';
import { catalogueOf } from '../catalogue/visibility.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import { checkPast } from '../posture/posture-at.js';
import { contentOf } from './content/content.rules.js';
import type { ReportContent } from './content/content.type.js';
import { writeReport } from './formats/write.js';
import { readFacts } from './report-collection.js';
import type { ReportFormat, ReportTypeName } from './report-kinds.js';
import { scanOfReport } from './report-facts.sql.js';
import type { GenerateReportInput, ReportObjectType } from './report.type.js';

export interface ReportServiceOptions {
  objects: ObjectStore;
  links: DownloadLinks;
  publicUrl: PublicUrl;
  reportQuota: TenantQuota;
}

/** Row of a report, stored beside its file. */
interface GeneratedReport extends StoredObject {
  id: string;
  type: ReportTypeName;
  format: ReportFormat;
  framework: Framework;
  content: ReportContent;
  key: string;
  generatedAt: Date;
  expiresAt: Date;
}

/** Generation of reports: a file in the object store, its row, and a signed link to it. */
export class ReportService {
  constructor(private readonly options: ReportServiceOptions) {}

  /**
   * Generates a report, stores its file and returns a link to it. The file is stored first, its row second.
   * @throws {AppError} VALIDATION_FAILED for an unknown framework, a malformed id, a moment in the future, and a moment beside a
   * scan; FRAMEWORK_NOT_ACTIVE, NOT_FOUND for an unknown scan, NO_COMPLETED_SCAN, CONFLICT for a scan that has not completed or did not cover the framework, RATE_LIMITED
   */
  async generate(ctx: RequestContext, input: GenerateReportInput): Promise<ReportObjectType> {
    const framework = frameworkOf(ctx, input.framework);
    const { organization, scan, until } = await scanOf(ctx, framework, input);
    const { objects, links, publicUrl, reportQuota } = this.options;
    await reportQuota.take(ctx);
    const type = input.reportType ?? 'compliance_summary';
    const format = input.format ?? 'json';
    const id = newId();
    const facts = await readFacts(ctx, {
      reportId: id,
      framework,
      organization,
      scan,
      until,
      needsTrend: type === 'executive_summary',
      needsScope: type === 'statement_of_applicability',
    });
    const content = contentOf(facts, { type, publicUrl: publicUrl.href });
    const fileName = fileNameOf(framework, type, format, facts.generatedAt);
    const key = `${ctx.viewer.tenantId}/reports/${id}/${fileName}`;
    const stored = await objects.put(key, writeReport(content, format));
    const { generatedAt } = facts;
    const expiresAt = new Date(Math.floor((ctx.clock.now().getTime() + LINK_LIFETIME_MS) / SECOND) * SECOND);
    await store(ctx, { id, type, format, framework, content, key, generatedAt, expiresAt, ...stored });
    if (!links.isServedHere) {
      securityEvents(ctx).count(ctx, { kind: 'report.link_issued', resourceType: 'report', resourceId: id });
    }
    return {
      id,
      reportUrl: await links.urlOf(key, fileName),
      assuredScore: content.assured_score,
      complianceScore: content.compliance_score,
      totalControls: content.totals.total_controls,
      passedControls: content.totals.passed_controls,
      assuredControls: content.totals.assured_controls,
      failedControls: content.totals.failed_controls,
      reportType: type,
      format,
      generatedAt,
      expiresAt,
    };
  }
}

function frameworkOf(ctx: RequestContext, name: string): Framework {
  const framework = findFramework(catalogueOf(ctx), name);
  if (!framework) throw AppError.invalid('/framework', 'is not a framework');
  if (ctx.viewer.frameworks.includes(framework.slug)) return framework;
  throw new AppError('FRAMEWORK_NOT_ACTIVE', `${framework.name} is not active for this organization`);
}

/** The completed scan that a report is about, the one asked for or the latest of the framework at its moment, and that moment. */
async function scanOf(
  ctx: RequestContext,
  framework: Framework,
  { scanJobId = null, asOf = null }: GenerateReportInput,
): Promise<{ organization: string; scan: { id: string; completedAt: Date }; until: Date | null }> {
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
  return { organization, scan: { id, completedAt }, until: asOf ?? (scanJobId === null ? null : completedAt) };
}

/** `soc2-gap-analysis-2026-01-31.pdf`. */
function fileNameOf({ slug }: Framework, type: ReportTypeName, format: ReportFormat, at: Date): string {
  return `${slug}-${type.replaceAll('_', '-')}-${at.toISOString().slice(0, 10)}.${format}`;
}

function store(ctx: RequestContext, report: GeneratedReport): Promise<void> {
  return ctx.em.transactional(async (em) => {
    await insertReport(em, ctx, report);
    const { type, format, framework, content, sha256 } = report;
    await recordAudit(ctx, em, {
      action: 'report.generated',
      resourceType: 'report',
      resourceId: report.id,
      after: { type, format, framework: framework.name, scanJobId: content.metadata.scan_job_id, sha256 },
    });
  });
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
      expires_at: report.expiresAt,
    })
    .execute();
}
