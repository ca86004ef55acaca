import { get, graphql, IN_PATH, IN_QUERY, OF_CATALOGUE, OF_TENANT, post, type Place } from './place.js';

const WHY = { reason_code: 'other', reason: 'Why' };

/** Every id in the REST paths of evidence; for changes the artifact is in no state. */
export const EVIDENCE_REST_PLACES: Readonly<Record<string, Place>> = {
  'GET /api/evidence control_id': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => get(`/api/evidence?control_id=${id}`),
  },
  'GET /api/evidence/{id} id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'evidenceId',
    request: (id) => get(`/api/evidence/${id}`),
  },
  'POST /api/evidence/{id}/withdraw id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'withdrawnEvidenceId',
    status: 409,
    code: 'CONFLICT',
    request: (id) => post(`/api/evidence/${id}/withdraw`, WHY),
  },
  'POST /api/evidence/{id}/restore id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'withdrawnEvidenceId',
    status: 410,
    code: 'GONE',
    request: (id) => post(`/api/evidence/${id}/restore`, undefined),
  },
};

/** Every id in the mutations of evidence. */
export const EVIDENCE_GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'Mutation.withdrawEvidence(evidenceId)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'withdrawnEvidenceId',
    code: 'CONFLICT',
    request: (id) =>
      graphql(
        `
          mutation ($id: ID!, $input: WithdrawEvidenceInput!) {
            withdrawEvidence(evidenceId: $id, input: $input) {
              evidence {
                id
              }
            }
          }
        `,
        { id, input: { reasonCode: 'other', reason: 'Why' } },
      ),
  },
  'Mutation.restoreEvidence(evidenceId)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'withdrawnEvidenceId',
    code: 'GONE',
    request: (id) => graphql('mutation ($id: ID!) { restoreEvidence(evidenceId: $id) { evidence { id } } }', { id }),
  },
};
