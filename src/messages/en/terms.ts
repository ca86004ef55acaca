/** Names that the dashboard and the documents of the service share. */
export const terms = {
  reportType: {
    compliance_summary: 'Compliance summary',
    gap_analysis: 'Gap analysis',
    executive_summary: 'Executive summary',
    evidence_collection: 'Evidence collection',
    statement_of_applicability: 'Statement of applicability',
    audit_package: 'Audit package',
  },
  severity: {
    critical: 'Critical',
    high: 'High',
    medium: 'Medium',
    low: 'Low',
    informational: 'Informational',
  },
  withdrawalReason: {
    personal_data: 'Personal data',
    secret: 'A secret',
    confidential: 'Confidential',
    wrong_file: 'Wrong file',
    outdated: 'Outdated',
    other: 'Other',
  },
};
