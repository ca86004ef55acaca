import type { RestRow } from '../../feature/rest-row.js';

/** The ledger of statuses over REST. The specification has no path for it: our choice. */
export const statusChangeRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/compliance/status-changes',
    summary: 'Changes of statuses with their causes, newest first.',
    list: 'streamed',
    document: `query (
      $from: DateTimeISO, $to: DateTimeISO, $framework: String, $control: ID, $domain: String, $status: ControlStatus,
      $cause: StatusCause, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: statusChanges(
        from: $from, to: $to, framework: $framework, control: $control, domain: $domain, status: $status, cause: $cause,
        first: $first, after: $after, offset: $offset
      ) {
        nodes {
          id changedAt control { id controlId title framework { name } } previousStatus status previousAssurance assurance
          source cause changedBy { id name } scanJobId assessmentId reason reasonCode reasonDetail
        }
        pageInfo { hasNextPage endCursor }
        totalCount @include(if: $withTotal)
      }
    }`,
    parameters: { domain: { pattern: '^[A-Za-z]{3}$' } },
  },
  {
    method: 'GET',
    path: '/api/compliance/comparison',
    summary: 'Statuses and scores at two moments, where they differ, each with the cause of its last change.',
    document: `query ($from: DateTimeISO!, $to: DateTimeISO!, $framework: String) {
      data: compare(from: $from, to: $to, framework: $framework) {
        from to
        changes {
          control { id controlId title framework { name } } previousStatus status
          previousAssurance { level } assurance { level } changedAt cause
        }
        scores { scope framework previousScore newScore previousAssuredScore newAssuredScore }
      }
    }`,
    errors: ['NOT_FOUND', 'FRAMEWORK_NOT_ACTIVE'],
  },
];
