import { get, graphql, IN_PATH, OF_TENANT, type Place } from './place.js';

const PATH = '/api/security-events/destinations';

/** Every place of an id in the REST paths of destinations. */
export const DESTINATION_REST_PLACES: Readonly<Record<string, Place>> = {
  'GET /api/security-events/destinations/{id} id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'destinationId',
    request: (id) => get(`${PATH}/${id}`),
  },
  'PUT /api/security-events/destinations/{id} id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'destinationId',
    request: (id) => ({ method: 'PUT', path: `${PATH}/${id}`, body: { is_paused: true } }),
  },
  'DELETE /api/security-events/destinations/{id} id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'doomedDestinationId',
    status: 204,
    request: (id) => ({ method: 'DELETE', path: `${PATH}/${id}` }),
  },
};

/** Every argument of destinations that is an id. */
export const DESTINATION_GRAPHQL_PLACES: Readonly<Record<string, Place>> = {
  'Query.securityEventDestination(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'destinationId',
    request: (id) => graphql('query ($id: ID!) { securityEventDestination(id: $id) { id } }', { id }),
  },
  'Mutation.updateSecurityEventDestination(destinationId)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'destinationId',
    request: (id) =>
      graphql(
        `
          mutation ($id: ID!, $input: UpdateDestinationInput!) {
            updateSecurityEventDestination(destinationId: $id, input: $input) {
              destination {
                id
              }
            }
          }
        `,
        { id, input: { isPaused: true } },
      ),
  },
  'Mutation.deleteSecurityEventDestination(destinationId)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'anotherDoomedDestinationId',
    request: (id) =>
      graphql('mutation ($id: ID!) { deleteSecurityEventDestination(destinationId: $id) { destination { id } } }', {
        id,
      }),
  },
};
