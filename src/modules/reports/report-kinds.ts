/** Types of reports. Source: specification, section 4, "Reports". */
export const REPORT_TYPES = [
  'compliance_summary',
  'gap_analysis',
  'executive_summary',
  'evidence_collection',
  'statement_of_applicability',
] as const;
export type ReportTypeName = (typeof REPORT_TYPES)[number];

export const REPORT_FORMATS = ['json', 'csv', 'xlsx', 'pdf', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** What the library holds: reports, and audit packages of several of them. */
export type LibraryType = ReportTypeName | 'audit_package';
export type LibraryFormat = ReportFormat | 'zip';
