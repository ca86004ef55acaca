import { get, graphql, IN_PATH, IN_QUERY, OF_TENANT, post, type Place } from './place.js';

const TRACKER = { ...IN_PATH, ...OF_TENANT, own: 'trackerId' } as const;
const DOOMED_TRACKER = { ...TRACKER, own: 'doomedTrackerId' } as const;
const TICKET = { ...IN_PATH, ...OF_TENANT, own: 'ticketId' } as const;
const CREATE = 'mutation ($input: CreateTicketInput!) { createTicket(input: $input) { ticket { id } } }';

/** Every place of an id in the REST paths of trackers and tickets. */
export const TICKET_REST_PLACES: Readonly<Record<string, Place>> = {
  'GET /api/ticket-trackers/{id} id': { ...TRACKER, request: (id) => get(`/api/ticket-trackers/${id}`) },
  'PUT /api/ticket-trackers/{id} id': {
    ...TRACKER,
    request: (id) => ({ method: 'PUT', path: `/api/ticket-trackers/${id}`, body: { name: 'Code' } }),
  },
  'DELETE /api/ticket-trackers/{id} id': {
    ...DOOMED_TRACKER,
    status: 204,
    request: (id) => ({ method: 'DELETE', path: `/api/ticket-trackers/${id}` }),
  },
  'POST /api/ticket-trackers/{id}/rotate-hook-secret id': {
    ...TRACKER,
    request: (id) => post(`/api/ticket-trackers/${id}/rotate-hook-secret`, undefined),
  },
  'POST /api/work-items/{id}/tickets id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'workItemId',
    status: 202,
    request: (id, { trackerId }) => post(`/api/work-items/${id}/tickets`, { tracker_id: trackerId }),
  },
  'POST /api/work-items/{id}/tickets /tracker_id': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'trackerId',
    status: 202,
    request: (id, { workItemId }) => post(`/api/work-items/${workItemId}/tickets`, { tracker_id: id }),
  },
  'POST /api/tickets/{id}/refresh id': {
    ...TICKET,
    status: 202,
    request: (id) => post(`/api/tickets/${id}/refresh`, undefined),
  },
  'DELETE /api/tickets/{id} id': {
    ...TICKET,
    own: 'doomedTicketId',
    status: 204,
    request: (id) => ({ method: 'DELETE', path: `/api/tickets/${id}` }),
  },
};

/** Every argument of trackers and tickets that is an id. */
export const TICKET_PLACES: Readonly<Record<string, Place>> = {
  'Query.ticketTracker(id)': {
    ...TRACKER,
    request: (id) => graphql('query ($id: ID!) { ticketTracker(id: $id) { id } }', { id }),
  },
  'Mutation.updateTicketTracker(trackerId)': {
    ...TRACKER,
    request: (id) =>
      graphql(
        `
          mutation ($id: ID!, $input: UpdateTicketTrackerInput!) {
            updateTicketTracker(trackerId: $id, input: $input) {
              ticketTracker {
                id
              }
            }
          }
        `,
        { id, input: { name: 'Code' } },
      ),
  },
  'Mutation.deleteTicketTracker(trackerId)': {
    ...TRACKER,
    own: 'anotherDoomedTrackerId',
    request: (id) => graphql('mutation ($id: ID!) { deleteTicketTracker(trackerId: $id) { deletedId } }', { id }),
  },
  'Mutation.rotateTicketHookSecret(trackerId)': {
    ...TRACKER,
    request: (id) => graphql('mutation ($id: ID!) { rotateTicketHookSecret(trackerId: $id) { hookSecret } }', { id }),
  },
  'CreateTicketInput.workItemId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'workItemId',
    request: (id, { trackerId }) => graphql(CREATE, { input: { workItemId: id, trackerId } }),
  },
  'CreateTicketInput.trackerId': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'trackerId',
    request: (id, { workItemId }) => graphql(CREATE, { input: { workItemId, trackerId: id } }),
  },
  'Mutation.refreshTicket(ticketId)': {
    ...TICKET,
    request: (id) => graphql('mutation ($id: ID!) { refreshTicket(ticketId: $id) { ticket { id } } }', { id }),
  },
  'Mutation.deleteTicket(ticketId)': {
    ...TICKET,
    own: 'anotherDoomedTicketId',
    request: (id) => graphql('mutation ($id: ID!) { deleteTicket(ticketId: $id) { deletedId } }', { id }),
  },
};
