import { ITEM, presentResults } from '../../feature/item-results.js';
import type { RestRow } from '../../feature/rest-row.js';

const EXCEPTION = `
  id status scanner ruleId title resource isPattern integration { id name } reason compensatingMeasure evidenceIds expiresOn renewedUntil
  owner { id name } proposedBy { id name } proposedAt decidedBy { id name } decidedAt note endedBy { id name } endedAt
  resourceCount newMatchCount`;

const CHANGED = {
  present: ({ exception }: Record<string, unknown>) => exception,
  presented: { of: 'exception', members: {} },
};

/** A path that moves an exception on. */
function step(name: string, mutation: string, summary: string, input = 'ExceptionInput'): RestRow {
  return {
    method: 'POST',
    path: `/api/exceptions/{id}/${name}`,
    summary,
    inputFromPath: { exceptionId: 'id' },
    document: `mutation ($input: ${input}!) { data: ${mutation}(input: $input) { exception { ${EXCEPTION} } } }`,
    ...CHANGED,
    errors: ['CONFLICT'],
  };
}

/** REST rows: our addition to the specification. */
export const exceptionRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/exceptions',
    summary: 'Exceptions of the organization, newest first.',
    list: 'streamed',
    document: `query (
      $statuses: [ExceptionStatus!], $integrationId: ID, $controlId: ID, $first: Int, $after: String, $offset: Int, $withTotal: Boolean!
    ) {
      data: exceptions(
        where: { statuses: $statuses, integrationId: $integrationId, controlId: $controlId }, first: $first, after: $after,
        offset: $offset
      ) {
        nodes { ${EXCEPTION} } pageInfo { hasNextPage endCursor } totalCount @include(if: $withTotal)
      }
    }`,
  },
  {
    method: 'GET',
    path: '/api/exceptions/{id}',
    summary: 'One exception with the resources that it covers.',
    document: `query ($id: ID!) {
      data: exception(id: $id) {
        ${EXCEPTION} resources { id name type region account integrationId firstSeenAt coveredAt }
      }
    }`,
  },
  {
    method: 'POST',
    path: '/api/exceptions',
    summary: 'Propose to accept findings: one result for each of them.',
    document: `mutation ($input: AcceptFindingsInput!) {
      data: acceptFindings(input: $input) { results { exception { ${EXCEPTION} } ${ITEM} } }
    }`,
    present: presentResults(),
  },
  step('approve', 'approveException', 'Approve an exception that another person proposed.'),
  step('reject', 'rejectException', 'Reject an exception that was proposed.', 'RejectExceptionInput'),
  step('withdraw', 'withdrawException', 'Withdraw an exception: its findings count again.'),
  step('include-new-matches', 'includeNewMatches', 'Let an exception cover the resources that it matches since.'),
];
