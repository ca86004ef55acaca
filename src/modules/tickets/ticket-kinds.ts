/** Trackers of issues that tickets are created in. */
export const TRACKER_KINDS = ['jira', 'github'] as const;
export type TrackerKind = (typeof TRACKER_KINDS)[number];

/** States of a ticket: `waiting` is not in the tracker yet, `failed` was refused there, `gone` is no longer there. */
export const TICKET_STATUSES = ['waiting', 'linked', 'failed', 'gone'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Trackers of an organization, and tickets of a work item. Our choice. */
export const TRACKERS_MAX = 10;
export const TICKETS_MAX = 10;
