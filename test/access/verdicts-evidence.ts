import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, ADMIN_MEMBER, ALL, NOBODYS } from './verdict.js';

/** What scans stored, and every change of evidence. */
export const EVIDENCE_CASES: Readonly<Record<string, GraphqlCase>> = {
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
  'Mutation.linkEvidence': {
    may: ADMIN_MEMBER,
    document: `mutation ($id: ID!, $input: EvidenceLinksInput!) {
      linkEvidence(evidenceId: $id, input: $input) { evidence { id } }
    }`,
    variables: ({ universalControlId }) => ({ id: NOBODYS, input: { universalControlIds: [universalControlId] } }),
    code: 'NOT_FOUND',
  },
  'Mutation.unlinkEvidence': {
    may: ADMIN_MEMBER,
    document: `mutation ($id: ID!, $input: EvidenceLinksInput!) {
      unlinkEvidence(evidenceId: $id, input: $input) { evidence { id } }
    }`,
    variables: ({ universalControlId }) => ({ id: NOBODYS, input: { universalControlIds: [universalControlId] } }),
    code: 'NOT_FOUND',
  },
  'Query.evidenceOfScans': { may: ALL, document: '{ evidenceOfScans { artifacts } }' },
};
