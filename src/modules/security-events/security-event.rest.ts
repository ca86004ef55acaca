import type { RestRow } from '../../feature/rest-row.js';

/** Security events over REST. The specification has no path for them: our choice. */
export const securityEventRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/security-events',
    summary: 'Log-ins, refusals, downloads and other security events, newest first.',
    list: 'streamed',
    document: `query ($kind: String, $outcome: SecurityEventOutcome, $userId: ID, $address: String,
      $from: DateTimeISO, $to: DateTimeISO, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!) {
      data: securityEvents(kind: $kind, outcome: $outcome, userId: $userId, address: $address, from: $from, to: $to,
        first: $first, after: $after, offset: $offset) {
        nodes {
          id sequence at kind outcome count actor { type id apiKeyId } userId sessionId address userAgent requestId
          resourceType resourceId details
        }
        pageInfo { hasNextPage endCursor }
        totalCount @include(if: $withTotal)
      }
    }`,
    errors: ['NOT_FOUND'],
  },
];
