import { dayAhead } from '../exceptions/exceptions.js';
import type { GraphqlCase } from './graphql-case.js';
import { ADMIN_AUDITOR, ALL, NOBODYS, type Verdict } from './verdict.js';

function change(name: string, may: Verdict, type = 'ExceptionInput'): GraphqlCase {
  return {
    may,
    document: `mutation ($input: ${type}!) { ${name}(input: $input) { exception { id } } }`,
    variables: () => ({ input: { exceptionId: NOBODYS } }),
    code: 'NOT_FOUND',
  };
}

/** Every operation of exceptions. */
export const EXCEPTIONS: Readonly<Record<string, GraphqlCase>> = {
  'Query.exceptions': { may: ALL, document: '{ exceptions(first: 1) { nodes { id } } }' },
  'Query.exception': {
    may: ALL,
    document: 'query ($id: ID!) { exception(id: $id) { id } }',
    variables: ({ exceptionId }) => ({ id: exceptionId }),
  },
  'Mutation.acceptFindings': {
    may: ALL,
    document:
      'mutation ($input: AcceptFindingsInput!) { acceptFindings(input: $input) { results { error { code } } } }',
    variables: () => ({
      input: {
        findings: [{ scanner: 'crosswalk', ruleId: 'none', resourceId: 'none' }],
        reason: 'Why',
        expiresOn: dayAhead(9),
      },
    }),
  },
  'Mutation.approveException': change('approveException', ADMIN_AUDITOR),
  'Mutation.rejectException': change('rejectException', ADMIN_AUDITOR, 'RejectExceptionInput'),
  'Mutation.withdrawException': change('withdrawException', ALL),
  'Mutation.includeNewMatches': change('includeNewMatches', ADMIN_AUDITOR),
};
