import type { RestRow } from '../../feature/rest-row.js';

const DESTINATION = `
  id kind address region accessKeyId hasSecret state cursor failures nextAttemptAt lastSuccessAt lastError lastErrorAt
  createdAt updatedAt`;

const CHANGED = {
  present: ({ destination }: Record<string, unknown>) => destination,
  presented: { of: 'destination', members: {} },
};

/** Destinations of security events over REST. The specification has no path for them: our choice. */
export const destinationRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/security-events/destinations',
    summary: 'Where the security events of the organization are pushed, oldest first.',
    document: `query { data: securityEventDestinations { ${DESTINATION} } }`,
  },
  {
    method: 'POST',
    path: '/api/security-events/destinations',
    summary: 'Create a destination of security events.',
    status: 201,
    document: `mutation ($input: CreateDestinationInput!) {
      data: createSecurityEventDestination(input: $input) { destination { ${DESTINATION} } }
    }`,
    ...CHANGED,
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/api/security-events/destinations/{id}',
    summary: 'One destination of security events.',
    document: `query ($id: ID!) { data: securityEventDestination(id: $id) { ${DESTINATION} } }`,
  },
  {
    method: 'PUT',
    path: '/api/security-events/destinations/{id}',
    summary: 'Change a destination of security events; omitted fields stay unchanged.',
    document: `mutation ($id: ID!, $input: UpdateDestinationInput!) {
      data: updateSecurityEventDestination(destinationId: $id, input: $input) { destination { ${DESTINATION} } }
    }`,
    ...CHANGED,
  },
  {
    method: 'DELETE',
    path: '/api/security-events/destinations/{id}',
    summary: 'Remove a destination of security events.',
    status: 204,
    document: `mutation ($id: ID!) { data: deleteSecurityEventDestination(destinationId: $id) { destination { id } } }`,
  },
];
