import { get, graphql, IN_PATH, IN_QUERY, OF_TENANT, post, type Place } from './place.js';

const KEPT_UNTIL = new Date(Date.now() + 30 * 86_400_000).toISOString();

const REPORT = { ...IN_PATH, ...OF_TENANT, own: 'reportId' } as const;

/** Every place of an id in the paths of reports. */
export const REPORT_REST_PLACES: Readonly<Record<string, Place>> = {
  'POST /api/reports/generate /scan_job_id': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'scanId',
    status: 201,
    request: (id) => post('/api/reports/generate', { framework: 'SOC 2', scan_job_id: id }),
  },
  'GET /api/reports/{id} id': { ...REPORT, request: (id) => get(`/api/reports/${id}`) },
  'GET /api/reports/{id}/link id': { ...REPORT, request: (id) => get(`/api/reports/${id}/link`) },
  'GET /api/reports/{id}/comparison id': { ...REPORT, request: (id) => get(`/api/reports/${id}/comparison`) },
  'POST /api/reports/{id}/regenerate id': {
    ...REPORT,
    status: 201,
    request: (id) => ({ method: 'POST', path: `/api/reports/${id}/regenerate` }),
  },
  'PUT /api/reports/{id} id': {
    ...REPORT,
    request: (id) => ({ method: 'PUT', path: `/api/reports/${id}`, body: { kept_until: KEPT_UNTIL } }),
  },
  'DELETE /api/reports/{id} id': {
    ...REPORT,
    own: 'doomedReportId',
    status: 204,
    request: (id) => ({ method: 'DELETE', path: `/api/reports/${id}` }),
  },
};

/** Every argument and input field of reports that is an id. */
export const REPORT_GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'Query.report(id)': {
    ...REPORT,
    request: (id) => graphql('query ($id: ID!) { report(id: $id) { id sha256 } }', { id }),
  },
  'GenerateReportInput.scanJobId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'scanId',
    request: (id) =>
      graphql('mutation ($input: GenerateReportInput!) { generateReport(input: $input) { report { id } } }', {
        input: { framework: 'SOC 2', scanJobId: id },
      }),
  },
  'ReportInput.reportId': {
    ...REPORT,
    ...IN_QUERY,
    request: (id) =>
      graphql('mutation ($input: ReportInput!) { regenerateReport(input: $input) { report { id } } }', {
        input: { reportId: id },
      }),
  },
  'UpdateReportInput.reportId': {
    ...REPORT,
    ...IN_QUERY,
    request: (id) =>
      graphql('mutation ($input: UpdateReportInput!) { updateReport(input: $input) { report { id } } }', {
        input: { reportId: id, keptUntil: KEPT_UNTIL },
      }),
  },
  'UpdateReportScheduleInput.reportScheduleId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'reportScheduleId',
    request: (id) =>
      graphql(
        'mutation ($input: UpdateReportScheduleInput!) { updateReportSchedule(input: $input) { reportSchedule { id } } }',
        { input: { reportScheduleId: id, cron: '0 6 29 2 *' } },
      ),
  },
  'DeleteReportScheduleInput.reportScheduleId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'doomedReportScheduleId',
    request: (id) =>
      graphql(
        'mutation ($input: DeleteReportScheduleInput!) { deleteReportSchedule(input: $input) { reportSchedule { id } } }',
        { input: { reportScheduleId: id } },
      ),
  },
};
