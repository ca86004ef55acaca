/** States of a work item. One that is done or dropped can be taken up again. */
export const WORK_ITEM_STATES = ['open', 'in_progress', 'done', 'dropped'] as const;
export type WorkItemState = (typeof WORK_ITEM_STATES)[number];

/** The states in which something is left to do. */
export const UNFINISHED_STATES: readonly WorkItemState[] = ['open', 'in_progress'];

/** Orders in which work items are listed: created last first, or due first. */
export type WorkItemOrder = 'newest' | 'due';
