import { graphql, IN_QUERY, OF_CATALOGUE, OF_TENANT, type Place } from './place.js';

/** Every argument and input field of decisions on the scope that is an id. */
export const SCOPE_PLACES: Readonly<Record<string, Place>> = {
  'Query.scopeDecisions(controlId)': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) => graphql('query ($id: ID!) { scopeDecisions(controlId: $id, first: 1) { nodes { id } } }', { id }),
  },
  'ProposeExclusionsInput.controlIds': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'controlId',
    request: (id) =>
      graphql(
        'mutation ($i: ProposeExclusionsInput!) { proposeExclusions(input: $i) { results { decision { id } error { code pointer } } } }',
        {
          i: { controlIds: [id], reason: 'Nobody works there.' },
        },
      ),
  },
  'ProposeInclusionsInput.controlIds': {
    ...IN_QUERY,
    ...OF_CATALOGUE,
    own: 'undecidedControlId',
    request: (id) =>
      graphql(
        'mutation ($i: ProposeInclusionsInput!) { proposeInclusions(input: $i) { results { decision { id } error { code pointer } } } }',
        {
          i: { controlIds: [id], reason: 'We have offices.' },
        },
      ),
  },
  'SettleScopeDecisionsInput.ids': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'scopeDecisionId',
    request: (id) =>
      graphql(
        'mutation ($i: SettleScopeDecisionsInput!) { withdrawScopeDecisions(input: $i) { results { decision { id } error { code pointer } } } }',
        {
          i: { ids: [id] },
        },
      ),
  },
};
