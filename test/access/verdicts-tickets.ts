import type { GraphqlCase } from './graphql-case.js';
import { ADMIN, ALL, NOBODYS } from './verdict.js';
import type { RestCase } from './verdicts-rest.js';

const GITHUB = {
  kind: 'github',
  name: 'Code',
  address: 'https://tracker.invalid',
  project: 'acme/infra',
  token: 'not-a-token',
};

/** Every operation of trackers and tickets. */
export const TICKETS: Readonly<Record<string, GraphqlCase>> = {
  'Query.ticketTrackers': { may: ALL, document: '{ ticketTrackers { id } }' },
  'Query.ticketTracker': {
    may: ALL,
    document: 'query ($id: ID!) { ticketTracker(id: $id) { id } }',
    variables: ({ trackerId }) => ({ id: trackerId }),
  },
  'Mutation.createTicketTracker': {
    may: ADMIN,
    document:
      'mutation ($input: CreateTicketTrackerInput!) { createTicketTracker(input: $input) { ticketTracker { id } } }',
    variables: () => ({ input: GITHUB }),
    code: 'VALIDATION_FAILED',
  },
  'Mutation.updateTicketTracker': {
    may: ADMIN,
    document: `mutation ($id: ID!, $input: UpdateTicketTrackerInput!) {
      updateTicketTracker(trackerId: $id, input: $input) { ticketTracker { id } }
    }`,
    variables: () => ({ id: NOBODYS, input: { name: 'Code' } }),
    code: 'NOT_FOUND',
  },
  'Mutation.deleteTicketTracker': {
    may: ADMIN,
    document: 'mutation ($id: ID!) { deleteTicketTracker(trackerId: $id) { deletedId } }',
    variables: () => ({ id: NOBODYS }),
    code: 'NOT_FOUND',
  },
  'Mutation.rotateTicketHookSecret': {
    may: ADMIN,
    document: 'mutation ($id: ID!) { rotateTicketHookSecret(trackerId: $id) { hookSecret } }',
    variables: () => ({ id: NOBODYS }),
    code: 'NOT_FOUND',
  },
  'Mutation.createTicket': {
    may: ALL,
    document: 'mutation ($input: CreateTicketInput!) { createTicket(input: $input) { ticket { id } } }',
    variables: ({ trackerId }) => ({ input: { workItemId: NOBODYS, trackerId } }),
    code: 'NOT_FOUND',
  },
  'Mutation.refreshTicket': {
    may: ALL,
    document: 'mutation ($id: ID!) { refreshTicket(ticketId: $id) { ticket { id } } }',
    variables: () => ({ id: NOBODYS }),
    code: 'NOT_FOUND',
  },
  'Mutation.deleteTicket': {
    may: ALL,
    document: 'mutation ($id: ID!) { deleteTicket(ticketId: $id) { deletedId } }',
    variables: () => ({ id: NOBODYS }),
    code: 'NOT_FOUND',
  },
};

/** Every documented path of trackers and tickets. */
export const TICKETS_REST: Readonly<Record<string, RestCase>> = {
  'GET /api/ticket-trackers': { may: ALL, status: 200, path: () => '/api/ticket-trackers' },
  'POST /api/ticket-trackers': { may: ADMIN, status: 400, path: () => '/api/ticket-trackers', body: () => GITHUB },
  'GET /api/ticket-trackers/{id}': {
    may: ALL,
    status: 200,
    path: ({ trackerId }) => `/api/ticket-trackers/${trackerId}`,
  },
  'PUT /api/ticket-trackers/{id}': {
    may: ADMIN,
    status: 200,
    path: ({ trackerId }) => `/api/ticket-trackers/${trackerId}`,
    body: () => ({ name: 'Code of the platform' }),
  },
  'DELETE /api/ticket-trackers/{id}': {
    may: ADMIN,
    status: 404,
    path: () => `/api/ticket-trackers/${NOBODYS}`,
  },
  'POST /api/ticket-trackers/{id}/rotate-hook-secret': {
    may: ADMIN,
    status: 200,
    path: ({ trackerId }) => `/api/ticket-trackers/${trackerId}/rotate-hook-secret`,
  },
  'POST /api/work-items/{id}/tickets': {
    may: ALL,
    status: 404,
    path: () => `/api/work-items/${NOBODYS}/tickets`,
    body: ({ trackerId }) => ({ tracker_id: trackerId }),
  },
  'POST /api/tickets/{id}/refresh': {
    may: ALL,
    status: 202,
    path: ({ ticketId }) => `/api/tickets/${ticketId}/refresh`,
  },
  'DELETE /api/tickets/{id}': { may: ALL, status: 404, path: () => `/api/tickets/${NOBODYS}` },
};
