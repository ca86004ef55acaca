import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, NOBODYS } from './verdict.js';

/** Every operation of destinations of security events. */
export const DESTINATIONS: Readonly<Record<string, GraphqlCase>> = {
  'Query.securityEventDestinations': { may: ADMIN, document: '{ securityEventDestinations { id } }' },
  'Query.securityEventDestination': {
    may: ADMIN,
    document: 'query ($id: ID!) { securityEventDestination(id: $id) { id } }',
    variables: ({ destinationId }) => ({ id: destinationId }),
  },
  'Mutation.createSecurityEventDestination': {
    may: ADMIN,
    document: `mutation ($input: CreateDestinationInput!) {
      createSecurityEventDestination(input: $input) { destination { id } }
    }`,
    variables: () => ({ input: { kind: 'syslog', address: 'receiver.invalid:6514' } }),
  },
  'Mutation.updateSecurityEventDestination': {
    may: ADMIN,
    document: `mutation ($id: ID!, $input: UpdateDestinationInput!) {
      updateSecurityEventDestination(destinationId: $id, input: $input) { destination { id } }
    }`,
    variables: () => ({ id: NOBODYS, input: { isPaused: true } }),
    code: 'NOT_FOUND',
  },
  'Mutation.deleteSecurityEventDestination': {
    may: ADMIN,
    document: 'mutation ($id: ID!) { deleteSecurityEventDestination(destinationId: $id) { destination { id } } }',
    variables: () => ({ id: NOBODYS }),
    code: 'NOT_FOUND',
  },
};
