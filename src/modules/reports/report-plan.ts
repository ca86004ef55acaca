import type { RequestContext } from '../../context.js';
import { DEFAULT_LANGUAGE, type Language } from '../../messages/language.js';
import { DAY } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';
import type { PublicUrl } from '../../platform/public-url.js';
import type { Framework } from '../catalogue/catalogue.js';
import { contentOf } from './content/content.rules.js';
import type { ReportContent } from './content/content.type.js';
import type { AuditPackager } from './package/audit-package.js';
import { readFacts } from './report-collection.js';
import type { ReportFiles } from './report-files.js';
import { REPORT_BYTES_RESERVED } from './report-storage.js';
import type { LibraryFormat, LibraryType, ReportFormat, ReportTypeName } from './report-kinds.js';
import type { GenerateReportInput } from './report.type.js';

/** Period of an audit package without a wish: a year before its moment. Our choice. */
const PERIOD_MS = 365 * DAY;

/** What is to be generated. */
export type WantedReport = { language: Language } & (
  { type: ReportTypeName; format: ReportFormat } | { type: 'audit_package'; format: 'zip'; periodFrom: Date | null }
);

/** A report whose facts are read and whose file is not written yet. */
export interface PlannedReport {
  type: LibraryType;
  format: LibraryFormat;
  language: Language;
  /** Of an audit package that of its summary. */
  content: ReportContent;
  generatedAt: Date;
  /** Begin of the period of an audit package; null of a report. */
  periodFrom: Date | null;
  /** Room to reserve. */
  bytesMax: number;
  /** Bytes of its file. A report writes it in the turn of its organization, an audit package takes a turn for each report in it. */
  write(): AsyncIterable<Buffer>;
}

/** @throws {AppError} VALIDATION_FAILED naming a format, a moment or a period that does not fit the type */
export function wantedReport(
  ctx: RequestContext,
  input: Omit<GenerateReportInput, 'framework' | 'keptUntil'>,
): WantedReport {
  const { reportType: type = null, format = null, periodFrom = null } = input;
  const language = input.language ?? DEFAULT_LANGUAGE;
  if (type !== 'audit_package') {
    if (format === 'zip') throw AppError.invalid('/format', 'is that of audit packages alone');
    if (periodFrom) throw AppError.invalid('/period_from', 'is for audit packages alone');
    return { type: type ?? 'compliance_summary', format: format ?? 'json', language };
  }
  if (format !== null && format !== 'zip') throw AppError.invalid('/format', 'must be zip for an audit package');
  if (input.scanJobId != null)
    throw AppError.invalid('/scan_job_id', 'cannot be given for an audit package, which is of now');
  if (input.asOf) throw AppError.invalid('/as_of', 'cannot be given for an audit package, which is of now');
  if (periodFrom && periodFrom >= ctx.clock.now()) throw AppError.invalid('/period_from', 'must be in the past');
  return { type, format: 'zip', periodFrom, language };
}

export interface ReportSubject {
  id: string;
  framework: Framework;
  organization: string;
  scan: { id: string; completedAt: Date };
  /** The moment of the report; null for now. */
  until: Date | null;
}

/** Reads what a report is made of. */
export class ReportPlanner {
  constructor(private readonly options: { packager: AuditPackager; files: ReportFiles; publicUrl: PublicUrl }) {}

  /** @throws {AppError} VALIDATION_FAILED for a period with more evidence than an audit package takes */
  async plan(
    ctx: RequestContext,
    wanted: WantedReport,
    { id: reportId, framework, organization, scan, until }: ReportSubject,
  ): Promise<PlannedReport> {
    const { type, format, language } = wanted;
    const about = { type, format, language };
    const { packager, files } = this.options;
    const publicUrl = this.options.publicUrl.href;
    const facts = await readFacts(ctx, {
      reportId,
      framework,
      organization,
      scan,
      until,
      needsTrend: type === 'executive_summary',
      needsScope: type === 'statement_of_applicability' || type === 'audit_package',
    });
    const { generatedAt } = facts;
    if (wanted.type !== 'audit_package') {
      const content = contentOf(facts, { type: wanted.type, language, publicUrl });
      const write = () => files.write({ content, format: wanted.format });
      return { ...about, content, generatedAt, periodFrom: null, bytesMax: REPORT_BYTES_RESERVED, write };
    }
    const periodFrom = wanted.periodFrom ?? new Date(facts.asOf.getTime() - PERIOD_MS);
    const period = { from: periodFrom, to: facts.asOf };
    const { artifacts, bytesMax } = await packager.plan(ctx, { facts, period });
    const content = contentOf(facts, { type: 'compliance_summary', language, publicUrl });
    const write = () => packager.write(ctx, { facts, period, artifacts, language });
    return { ...about, content, generatedAt, periodFrom, bytesMax, write };
  }
}
