import type { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import { findFramework, type Framework } from '../catalogue/catalogue.js';
import { catalogueOf } from '../catalogue/visibility.js';
import type { LibraryFormat, LibraryType } from './report-kinds.js';
import { wantedReport, type WantedReport } from './report-plan.js';
import { seesPackages } from './report.read.js';
import type { GenerateReportInput } from './report.type.js';

/** What a report is to be, as a client says it. */
export interface GivenSettings extends Pick<GenerateReportInput, 'scanJobId' | 'asOf' | 'periodFrom' | 'language'> {
  /** Name or slug. */
  framework: string;
  reportType?: LibraryType | null;
  format?: LibraryFormat | null;
}

/**
 * The settings of a report that the caller may generate.
 * @throws {AppError} VALIDATION_FAILED for an unknown framework, and a format, a moment or a period that does not fit the type;
 * FRAMEWORK_NOT_ACTIVE; FORBIDDEN for an audit package of a member
 */
export function checkedSettings(ctx: RequestContext, given: GivenSettings): { framework: Framework } & WantedReport {
  const framework = frameworkOf(ctx, given.framework);
  const wanted = wantedReport(ctx, given);
  if (wanted.type === 'audit_package' && !seesPackages(ctx.viewer)) {
    throw new AppError('FORBIDDEN', 'audit packages are for admins and auditors');
  }
  return { framework, ...wanted };
}

function frameworkOf(ctx: RequestContext, name: string): Framework {
  const framework = findFramework(catalogueOf(ctx), name);
  if (!framework) throw AppError.invalid('/framework', 'is not a framework');
  if (ctx.viewer.frameworks.includes(framework.slug)) return framework;
  throw new AppError('FRAMEWORK_NOT_ACTIVE', `${framework.name} is not active for this organization`);
}
