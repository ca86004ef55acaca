import type { RestRow } from '../../feature/rest-row.js';

/** Source: specification, section 4, "Reports". */
export const reportRoutes: RestRow[] = [
  {
    method: 'POST',
    path: '/api/reports/generate',
    summary: 'Make a report and get the address of its file.',
    status: 201,
    isIdempotent: true,
    document: `mutation ($input: GenerateReportInput!) {
      data: generateReport(input: $input) {
        report {
          reportUrl assuredScore complianceScore totalControls passedControls assuredControls failedControls id
          reportType format generatedAt expiresAt
        }
      }
    }`,
    present: ({ report }) => report,
    presented: { of: 'report', members: {} },
    errors: ['NOT_FOUND', 'CONFLICT', 'FRAMEWORK_NOT_ACTIVE', 'NO_COMPLETED_SCAN', 'RATE_LIMITED'],
  },
  {
    method: 'GET',
    path: '/api/reports/frameworks',
    summary: 'Frameworks that reports can be about, with their score.',
    document: `query { data: reportFrameworks { frameworks { framework version totalControls assuredScore score } } }`,
  },
];
