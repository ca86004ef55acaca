import type { RestRow } from '../../feature/rest-row.js';

const TRACKER = `
  id name kind address project issueType email identity state lastError lastErrorAt readAt hookUrl createdAt updatedAt`;

/** What REST shows of a ticket. */
const TICKET = `
  id tracker { id name kind project } status key url stateName error readAt createdBy { id name } createdAt`;

const TRACKER_CHANGED = {
  present: ({ ticket_tracker: tracker }: Record<string, unknown>) => tracker,
  presented: { of: 'ticket_tracker', members: {} },
};

const CHANGED = {
  present: ({ ticket }: Record<string, unknown>) => ticket,
  presented: { of: 'ticket', members: {} },
};

/** REST rows: our addition to the specification. */
export const ticketRoutes: RestRow[] = [
  {
    method: 'GET',
    path: '/api/ticket-trackers',
    summary: 'Trackers in which tickets are created, oldest first.',
    document: `query { data: ticketTrackers { ${TRACKER} } }`,
  },
  {
    method: 'POST',
    path: '/api/ticket-trackers',
    summary: 'Connect a tracker, after it was asked who the token belongs to.',
    status: 201,
    document: `mutation ($input: CreateTicketTrackerInput!) {
      data: createTicketTracker(input: $input) { ticketTracker { ${TRACKER} } hookSecret }
    }`,
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/api/ticket-trackers/{id}',
    summary: 'One tracker.',
    document: `query ($id: ID!) { data: ticketTracker(id: $id) { ${TRACKER} } }`,
  },
  {
    method: 'PUT',
    path: '/api/ticket-trackers/{id}',
    summary: 'Change a tracker; omitted fields stay unchanged, and a new address needs the token again.',
    document: `mutation ($id: ID!, $input: UpdateTicketTrackerInput!) {
      data: updateTicketTracker(trackerId: $id, input: $input) { ticketTracker { ${TRACKER} } }
    }`,
    ...TRACKER_CHANGED,
    errors: ['CONFLICT'],
  },
  {
    method: 'POST',
    path: '/api/ticket-trackers/{id}/rotate-hook-secret',
    summary: 'Make a new secret for the webhook of a tracker, shown this once.',
    document: `mutation ($id: ID!) {
      data: rotateTicketHookSecret(trackerId: $id) { ticketTracker { ${TRACKER} } hookSecret }
    }`,
  },
  {
    method: 'DELETE',
    path: '/api/ticket-trackers/{id}',
    summary: 'Disconnect a tracker; its tickets stay there.',
    status: 204,
    document: `mutation ($id: ID!) { data: deleteTicketTracker(trackerId: $id) { deletedId } }`,
  },
  {
    method: 'POST',
    path: '/api/work-items/{id}/tickets',
    summary: 'Ask for a ticket about a work item, or link one that is there.',
    status: 202,
    isIdempotent: true,
    inputFromPath: { workItemId: 'id' },
    document: `mutation ($input: CreateTicketInput!) {
      data: createTicket(input: $input) { ticket { ${TICKET} } }
    }`,
    ...CHANGED,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  {
    method: 'POST',
    path: '/api/tickets/{id}/refresh',
    summary: 'Compare a ticket with its work item now, and try again what has failed.',
    status: 202,
    document: `mutation ($id: ID!) { data: refreshTicket(ticketId: $id) { ticket { ${TICKET} } } }`,
    ...CHANGED,
  },
  {
    method: 'DELETE',
    path: '/api/tickets/{id}',
    summary: 'Unlink a ticket; it stays as it is in its tracker.',
    status: 204,
    document: `mutation ($id: ID!) { data: deleteTicket(ticketId: $id) { deletedId } }`,
  },
];
