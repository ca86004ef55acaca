import type { GraphqlCase } from './graphql-case.js';
import type { RestCase } from './verdicts-rest.js';
import { ALL, NOBODYS } from './verdict.js';

function change(name: string, type: string, terms: object = {}): GraphqlCase {
  return {
    may: ALL,
    document: `mutation ($input: ${type}!) { ${name}(input: $input) { report { id } } }`,
    variables: () => ({ input: { reportId: NOBODYS, ...terms } }),
    code: 'NOT_FOUND',
  };
}

/** A moment until which a report may be stored. */
const KEPT_UNTIL = new Date(Date.now() + 30 * 86_400_000).toISOString();

/** Every operation of reports. */
export const REPORTS: Readonly<Record<string, GraphqlCase>> = {
  'Query.reportFrameworks': { may: ALL, document: '{ reportFrameworks { frameworks { framework score } } }' },
  'Query.reports': { may: ALL, document: '{ reports(first: 1) { nodes { id } } }' },
  'Query.report': {
    may: ALL,
    document: 'query ($id: ID!) { report(id: $id) { id } }',
    variables: ({ reportId }) => ({ id: reportId }),
  },
  'Mutation.generateReport': {
    may: ALL,
    document: 'mutation ($input: GenerateReportInput!) { generateReport(input: $input) { report { id } } }',
    variables: ({ scanId }) => ({ input: { framework: 'SOC 2', scanJobId: scanId, format: 'csv' } }),
  },
  'Mutation.regenerateReport': change('regenerateReport', 'ReportInput'),
  'Mutation.updateReport': change('updateReport', 'UpdateReportInput', { keptUntil: KEPT_UNTIL }),
  'Mutation.deleteReport': change('deleteReport', 'ReportInput'),
  'Query.reportSchedules': { may: ALL, document: '{ reportSchedules { id lastReport { id } } }' },
  'Mutation.createReportSchedule': {
    may: ALL,
    document: `mutation ($input: CreateReportScheduleInput!) {
      createReportSchedule(input: $input) { reportSchedule { id } } }`,
    variables: () => ({ input: { framework: 'SOC 2', cron: 'never' } }),
    code: 'VALIDATION_FAILED',
  },
  'Mutation.updateReportSchedule': {
    may: ALL,
    document: `mutation ($input: UpdateReportScheduleInput!) {
      updateReportSchedule(input: $input) { reportSchedule { id } } }`,
    variables: () => ({ input: { reportScheduleId: NOBODYS, cron: '0 6 1 * *' } }),
    code: 'NOT_FOUND',
  },
  'Mutation.deleteReportSchedule': {
    may: ALL,
    document: `mutation ($input: DeleteReportScheduleInput!) {
      deleteReportSchedule(input: $input) { reportSchedule { id } } }`,
    variables: () => ({ input: { reportScheduleId: NOBODYS } }),
    code: 'NOT_FOUND',
  },
};

/** Every path of reports. */
export const REPORT_PATHS: Readonly<Record<string, RestCase>> = {
  'POST /api/reports/generate': {
    may: ALL,
    status: 201,
    path: () => '/api/reports/generate',
    body: ({ scanId }) => ({ framework: 'SOC 2', scan_job_id: scanId, format: 'csv' }),
  },
  'GET /api/reports/frameworks': { may: ALL, status: 200, path: () => '/api/reports/frameworks' },
  'GET /api/reports': { may: ALL, status: 200, path: () => '/api/reports' },
  'GET /api/reports/{id}': { may: ALL, status: 200, path: ({ reportId }) => `/api/reports/${reportId}` },
  'GET /api/reports/{id}/link': { may: ALL, status: 200, path: ({ reportId }) => `/api/reports/${reportId}/link` },
  'GET /api/reports/{id}/comparison': {
    may: ALL,
    status: 200,
    path: ({ reportId }) => `/api/reports/${reportId}/comparison`,
  },
  'POST /api/reports/{id}/regenerate': {
    may: ALL,
    status: 404,
    path: () => `/api/reports/${NOBODYS}/regenerate`,
  },
  'PUT /api/reports/{id}': {
    may: ALL,
    status: 404,
    path: () => `/api/reports/${NOBODYS}`,
    body: () => ({ kept_until: KEPT_UNTIL }),
  },
  'DELETE /api/reports/{id}': { may: ALL, status: 404, path: () => `/api/reports/${NOBODYS}` },
};
