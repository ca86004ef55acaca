import { get, graphql, IN_PATH, IN_QUERY, OF_CATALOGUE, OF_TENANT, post, type Place } from './place.js';

const ASSESS = 'mutation ($i: CreateAssessmentInput!) { createAssessment(input: $i) { assessment { id } } }';

/** Every place of an id in the REST paths of assessments. */
export const ASSESSMENT_REST_PLACES: Readonly<Record<string, Place>> = {
  'POST /api/ucf/assessments /universal_control_id': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'universalControlId',
    status: 201,
    request: (id) => post('/api/ucf/assessments', { universal_control_id: id, status: 'compliant' }),
  },
  'POST /api/ucf/assessments /evidence_ids': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'evidenceId',
    status: 201,
    request: (id, { universalControlId }) =>
      post('/api/ucf/assessments', {
        universal_control_id: universalControlId,
        status: 'compliant',
        evidence_ids: [id],
      }),
  },
  'POST /api/ucf/assessments/bulk /assessments/universal_control_id': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'universalControlId',
    request: (id) =>
      post('/api/ucf/assessments/bulk', { assessments: [{ universal_control_id: id, status: 'compliant' }] }),
  },
  'POST /api/ucf/assessments/bulk /assessments/evidence_ids': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'evidenceId',
    request: (id, { universalControlId }) =>
      post('/api/ucf/assessments/bulk', {
        assessments: [{ universal_control_id: universalControlId, status: 'compliant', evidence_ids: [id] }],
      }),
  },
  'GET /api/ucf/assessments universal_control_id': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'universalControlId',
    request: (id) => get(`/api/ucf/assessments?universal_control_id=${id}`),
  },
  'GET /api/ucf/assessments/{id} id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'assessmentId',
    request: (id) => get(`/api/ucf/assessments/${id}`),
  },
};

/** Every argument and input field of assessments that is an id. */
export const ASSESSMENT_GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'Query.assessment(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'assessmentId',
    request: (id) => graphql('query ($id: ID!) { assessment(id: $id) { id status } }', { id }),
  },
  'Query.assessments(universalControlId)': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'universalControlId',
    request: (id) => graphql('query ($id: ID) { assessments(universalControlId: $id) { totalCount } }', { id }),
  },
  'PreviewAssessmentInput.universalControlId': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'universalControlId',
    request: (id) =>
      graphql('query ($i: PreviewAssessmentInput!) { previewAssessment(input: $i) { scores { newScore } } }', {
        i: { universalControlId: id, status: 'non_compliant' },
      }),
  },
  'CreateAssessmentInput.universalControlId': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'universalControlId',
    request: (id) => graphql(ASSESS, { i: { universalControlId: id, status: 'compliant' } }),
  },
  'CreateAssessmentInput.evidenceIds': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'evidenceId',
    request: (id, { universalControlId }) =>
      graphql(ASSESS, { i: { universalControlId, status: 'compliant', evidenceIds: [id] } }),
  },
};
