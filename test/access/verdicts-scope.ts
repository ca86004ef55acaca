import type { GraphqlCase } from './graphql-case.js';
import { ADMIN_AUDITOR, ALL } from './verdict.js';

const settle = (step: string, may: GraphqlCase['may']): GraphqlCase => ({
  may,
  document: `mutation ($input: SettleScopeDecisionsInput!) {
    ${step}ScopeDecisions(input: $input) { results { decision { id } error { code } } }
  }`,
  variables: ({ scopeDecisionId }) => ({ input: { ids: [scopeDecisionId] } }),
});

/** Every operation on what is in scope. */
export const SCOPE: Readonly<Record<string, GraphqlCase>> = {
  'Query.scopeDecisions': { may: ALL, document: '{ scopeDecisions(first: 1) { nodes { id } } }' },
  'Mutation.proposeScopeSelection': {
    may: ALL,
    document: `mutation ($input: ProposeScopeSelectionInput!) {
      proposeScopeSelection(input: $input) { decision { id } }
    }`,
    variables: () => ({ input: { framework: 'SOC 2', values: ['no category'], reason: 'Security only.' } }),
    code: 'VALIDATION_FAILED',
  },
  'Mutation.proposeExclusions': {
    may: ALL,
    document:
      'mutation ($input: ProposeExclusionsInput!) { proposeExclusions(input: $input) { results { decision { id } } } }',
    variables: ({ controlId }) => ({ input: { controlIds: [controlId], reason: 'Nobody works there.' } }),
  },
  'Mutation.proposeInclusions': {
    may: ALL,
    document:
      'mutation ($input: ProposeInclusionsInput!) { proposeInclusions(input: $input) { results { decision { id } } } }',
    variables: ({ controlId }) => ({ input: { controlIds: [controlId], reason: 'We have offices.' } }),
  },
  'Mutation.approveScopeDecisions': settle('approve', ADMIN_AUDITOR),
  'Mutation.rejectScopeDecisions': settle('reject', ADMIN_AUDITOR),
  'Mutation.withdrawScopeDecisions': settle('withdraw', ALL),
};
