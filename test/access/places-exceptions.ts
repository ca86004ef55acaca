import { dayAhead } from '../exceptions/exceptions.js';
import { graphql, IN_PATH, IN_QUERY, OF_CATALOGUE, OF_TENANT, type IdRequest, type Place } from './place.js';

const LIST = 'query ($where: ExceptionsWhere) { exceptions(where: $where) { totalCount nodes { id } } }';
const ACCEPT =
  'mutation ($input: AcceptFindingsInput!) { acceptFindings(input: $input) { results { error { code pointer } } } }';

/** Proposes to accept what fails nowhere, so that nothing is written. */
function accept(input: object, finding: object = {}): IdRequest {
  const findings = [{ scanner: 'crosswalk', ruleId: 'none', resourceId: 'none', ...finding }];
  return graphql(ACCEPT, { input: { findings, reason: 'Why', expiresOn: dayAhead(9), ...input } });
}

/** A change of the exception, which is in no state for it. */
function change(name: string, type = 'ExceptionInput'): Place {
  return {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'withdrawnExceptionId',
    code: 'CONFLICT',
    request: (id) =>
      graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { exception { id } } }`, {
        input: { exceptionId: id },
      }),
  };
}

/** Every argument and input field of exceptions that is an id. */
export const EXCEPTION_PLACES: Readonly<Record<string, Place>> = {
  'Query.exception(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'exceptionId',
    request: (id) => graphql('query ($id: ID!) { exception(id: $id) { id resource } }', { id }),
  },
  'ExceptionsWhere.controlId': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => graphql(LIST, { where: { controlId: id } }),
  },
  'ExceptionsWhere.integrationId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'demoId',
    request: (id) => graphql(LIST, { where: { integrationId: id } }),
  },
  'AcceptedFindingInput.integrationId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'demoId',
    request: (id) => accept({}, { integrationId: id }),
  },
  'AcceptFindingsInput.evidenceIds': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'evidenceId',
    request: (id) => accept({ evidenceIds: [id] }),
  },
  'AcceptFindingsInput.ownerId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'userId',
    request: (id) => accept({ ownerId: id }),
  },
  'ExceptionInput.exceptionId': change('withdrawException'),
  'RejectExceptionInput.exceptionId': change('rejectException', 'RejectExceptionInput'),
};
