import { createSearch, text, type CreateSearch } from '../../parts/search-params';
import type { ReportType } from './reports.gql';

/** Types of reports, in the order in which they are offered. */
export const REPORT_TYPES = [
  'compliance_summary',
  'gap_analysis',
  'executive_summary',
  'evidence_collection',
  'statement_of_applicability',
  'audit_package',
] as const satisfies readonly ReportType[];
export type ReportTypeName = (typeof REPORT_TYPES)[number];

export interface ReportsSearch extends CreateSearch {
  /** Slug of a framework. */
  framework?: string | undefined;
  /** Id of a completed scan. */
  scanId?: string | undefined;
  /** Slug of the framework whose reports the library shows. */
  of?: string | undefined;
  /** Type of the reports that it shows. */
  reportType?: ReportTypeName | undefined;
}

export function reportsSearch(search: Record<string, unknown>): ReportsSearch {
  const { framework, scanId, of, reportType } = search;
  return {
    ...createSearch(search),
    framework: text(framework),
    scanId: text(scanId),
    of: text(of),
    reportType: REPORT_TYPES.find((each) => each === reportType),
  };
}
