import { get, graphql, IN_PATH, IN_QUERY, OF_CATALOGUE, OF_TENANT, post, type Place } from './place.js';

/** The REST and the graph name of the ids that a link takes, with the place in the world. */
const LINKED = [
  { rest: 'control_ids', graph: 'controlIds', own: 'controlId' },
  { rest: 'universal_control_ids', graph: 'universalControlIds', own: 'universalControlId' },
] as const;

const LINKING = ['link', 'unlink'] as const;

const mutationOf = (name: (typeof LINKING)[number]) => `
  mutation ($id: ID!, $input: EvidenceLinksInput!) {
    ${name}Evidence(evidenceId: $id, input: $input) { evidence { id } }
  }`;

/** Every id in the paths that change what an artifact is evidence for. */
const LINK_REST_PLACES = Object.fromEntries(
  LINKING.flatMap((name): [string, Place][] => [
    [
      `POST /api/evidence/{id}/${name} id`,
      {
        ...{ ...IN_PATH, ...OF_TENANT, own: 'uploadedEvidenceId' },
        request: (id, { universalControlId }) =>
          post(`/api/evidence/${id}/${name}`, { universal_control_ids: [universalControlId] }),
      },
    ],
    ...LINKED.map(({ rest, own }): [string, Place] => [
      `POST /api/evidence/{id}/${name} /${rest}`,
      {
        ...{ ...IN_QUERY, ...OF_CATALOGUE, own },
        request: (id, { uploadedEvidenceId }) => post(`/api/evidence/${uploadedEvidenceId}/${name}`, { [rest]: [id] }),
      },
    ]),
  ]),
);

/** Every id in the mutations that change what an artifact is evidence for. */
const LINK_GRAPHQL_PLACES = Object.fromEntries([
  ...LINKING.map((name): [string, Place] => [
    `Mutation.${name}Evidence(evidenceId)`,
    {
      ...{ ...IN_PATH, ...OF_TENANT, own: 'uploadedEvidenceId' },
      request: (id, { universalControlId }) =>
        graphql(mutationOf(name), { id, input: { universalControlIds: [universalControlId] } }),
    },
  ]),
  ...LINKED.map(({ graph, own }): [string, Place] => [
    `EvidenceLinksInput.${graph}`,
    {
      ...{ ...IN_QUERY, ...OF_CATALOGUE, own },
      request: (id, { uploadedEvidenceId }) =>
        graphql(mutationOf('link'), { id: uploadedEvidenceId, input: { [graph]: [id] } }),
    },
  ]),
]);

const WHY = { reason_code: 'other', reason: 'Why' };

/** Every id in the REST paths of evidence; for changes the artifact is in no state. */
export const EVIDENCE_REST_PLACES: Readonly<Record<string, Place>> = {
  'GET /api/evidence control_id': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => get(`/api/evidence?control_id=${id}`),
  },
  'GET /api/evidence integration_ids': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'demoId',
    request: (id) => get(`/api/evidence?integration_ids=${id}`),
  },
  'GET /api/evidence/scans control_id': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => get(`/api/evidence/scans?control_id=${id}`),
  },
  ...LINK_REST_PLACES,
  'POST /api/evidence/upload /version_of': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'uploadedEvidenceId',
    status: 201,
    request: (id) => ({
      method: 'POST',
      path: '/api/evidence/upload',
      file: 'A note on the backups of this week.',
      fields: { version_of: id },
    }),
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
  ...LINK_GRAPHQL_PLACES,
  'Query.evidenceList(integrationIds)': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'demoId',
    request: (id) =>
      graphql('query ($ids: [ID!]) { evidenceList(integrationIds: $ids) { totalCount } }', { ids: [id] }),
  },
  'Query.evidenceOfScans(controlId)': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => graphql('query ($id: ID) { evidenceOfScans(controlId: $id) { artifacts } }', { id }),
  },
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
