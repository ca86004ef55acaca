import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, NOBODYS } from './verdict.js';

/** Every change of evidence. */
export const WITHDRAWALS: Readonly<Record<string, GraphqlCase>> = {
  'Mutation.withdrawEvidence': {
    may: ADMIN,
    document: `mutation ($id: ID!, $input: WithdrawEvidenceInput!) {
      withdrawEvidence(evidenceId: $id, input: $input) { evidence { id } }
    }`,
    variables: () => ({ id: NOBODYS, input: { reasonCode: 'other', reason: 'Why' } }),
    code: 'NOT_FOUND',
  },
  'Mutation.restoreEvidence': {
    may: ADMIN,
    document: 'mutation ($id: ID!) { restoreEvidence(evidenceId: $id) { evidence { id } } }',
    variables: () => ({ id: NOBODYS }),
    code: 'NOT_FOUND',
  },
};
