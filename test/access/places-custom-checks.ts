import { graphql, IN_PATH, IN_QUERY, OF_TENANT, type Place } from './place.js';

/** Every argument and input field of custom checks that is an id. */
export const CUSTOM_CHECK_PLACES: Readonly<Record<string, Place>> = {
  'Query.customCheck(id)': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'customCheckId',
    request: (id) => graphql('query ($id: ID!) { customCheck(id: $id) { id title passes } }', { id }),
  },
  'UpdateCustomCheckInput.customCheckId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'customCheckId',
    request: (id) =>
      graphql('mutation ($i: UpdateCustomCheckInput!) { updateCustomCheck(input: $i) { customCheck { id } } }', {
        i: { customCheckId: id, title: 'Taken over' },
      }),
  },
  'DeleteCustomCheckInput.customCheckId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'doomedCustomCheckId',
    request: (id) =>
      graphql('mutation ($i: DeleteCustomCheckInput!) { deleteCustomCheck(input: $i) { customCheck { id } } }', {
        i: { customCheckId: id },
      }),
  },
};
