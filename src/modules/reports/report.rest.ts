import type { RestRow } from '../../feature/rest-row.js';

/** A report without the address of its file, which differs at every look. */
const REPORT = `
  id reportType format language framework frameworkVersion moment scanJobId asOf periodFrom assuredScore complianceScore totalControls passedControls
  assuredControls failedControls generatedAt generatedBy { id name } keptUntil size sha256`;

/** What the generation of a report answers: the specification's members, then ours. */
const GENERATED = `
  reportUrl assuredScore complianceScore totalControls passedControls assuredControls failedControls id reportType format language
  generatedAt expiresAt asOf keptUntil size sha256`;

const CHANGED = {
  present: ({ report }: Record<string, unknown>) => report,
  presented: { of: 'report', members: {} },
};

const GENERATION_ERRORS = [
  ...(['NOT_FOUND', 'CONFLICT', 'FRAMEWORK_NOT_ACTIVE', 'NO_COMPLETED_SCAN', 'RATE_LIMITED'] as const),
  'LICENSE_LIMIT_REACHED' as const,
];

const DIFFERENCE = `
  control { id controlId title } previousStatus status previousAssurance { level shown needed } assurance { level shown needed }
  changedAt cause`;

/** Source: specification, section 4, "Reports"; all but the first two are our addition. */
export const reportRoutes: RestRow[] = [
  {
    method: 'POST',
    path: '/api/reports/generate',
    summary: 'Make a report and get the address of its file.',
    status: 201,
    isIdempotent: true,
    document: `mutation ($input: GenerateReportInput!) {
      data: generateReport(input: $input) { report { ${GENERATED} } }
    }`,
    ...CHANGED,
    errors: GENERATION_ERRORS,
  },
  {
    method: 'GET',
    path: '/api/reports/frameworks',
    summary: 'Frameworks that reports can be about, with their score.',
    document: `query { data: reportFrameworks { frameworks { framework version totalControls assuredScore score } } }`,
  },
  {
    method: 'GET',
    path: '/api/reports',
    summary: 'Reports of the library, newest first.',
    list: 'streamed',
    document: `query (
      $frameworks: [String!], $reportTypes: [ReportType!], $formats: [ReportFormat!], $mine: Boolean, $first: Int, $after: String,
      $offset: Int, $withTotal: Boolean!
    ) {
      data: reports(
        where: { frameworks: $frameworks, reportTypes: $reportTypes, formats: $formats, mine: $mine }, first: $first,
        after: $after, offset: $offset
      ) {
        nodes { ${REPORT} } pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
    errors: ['FRAMEWORK_NOT_ACTIVE', 'NOT_FOUND'],
  },
  {
    method: 'GET',
    path: '/api/reports/{id}',
    summary: 'One report of the library.',
    document: `query ($id: ID!) { data: report(id: $id) { ${REPORT} } }`,
  },
  {
    method: 'GET',
    path: '/api/reports/{id}/link',
    summary: 'Address of the file of a report, for 15 minutes; null where the file is not stored any more.',
    operationId: 'reportLink',
    document: `query ($id: ID!) { data: report(id: $id) { reportUrl expiresAt size sha256 } }`,
    presented: { name: 'ReportLink', members: {} },
  },
  {
    method: 'GET',
    path: '/api/reports/{id}/comparison',
    summary: 'What differs from the report before of the same framework and type.',
    operationId: 'reportComparison',
    document: `query ($id: ID!) {
      data: report(id: $id) {
        previous { id generatedAt asOf assuredScore complianceScore }
        comparison { from to changes { ${DIFFERENCE} } }
      }
    }`,
    presented: { name: 'ReportComparison', members: {} },
  },
  {
    method: 'POST',
    path: '/api/reports/{id}/regenerate',
    summary: 'Make a report again with the same settings.',
    status: 201,
    isIdempotent: true,
    inputFromPath: { reportId: 'id' },
    document: `mutation ($input: ReportInput!) { data: regenerateReport(input: $input) { report { ${GENERATED} } } }`,
    ...CHANGED,
    errors: GENERATION_ERRORS,
  },
  {
    method: 'PUT',
    path: '/api/reports/{id}',
    summary: 'Keep the file of a report until another moment.',
    inputFromPath: { reportId: 'id' },
    document: `mutation ($input: UpdateReportInput!) { data: updateReport(input: $input) { report { ${REPORT} } } }`,
    ...CHANGED,
    errors: ['FORBIDDEN', 'GONE'],
  },
  {
    method: 'DELETE',
    path: '/api/reports/{id}',
    summary: 'Delete a report with its file.',
    status: 204,
    inputFromPath: { reportId: 'id' },
    document: `mutation ($input: ReportInput!) { data: deleteReport(input: $input) { report { id } } }`,
    errors: ['FORBIDDEN'],
  },
];
