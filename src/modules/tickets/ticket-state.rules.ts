import { UNFINISHED_STATES, type WorkItemState } from '../work-items/work-item-states.js';

/** What both sides say of one piece of work. */
export interface TwoSides {
  /** State of the work item now. */
  ours: WorkItemState;
  /** State of the work item when both last agreed. */
  agreed: WorkItemState;
  /** State of the ticket now, in words of work items. */
  theirs: WorkItemState;
  /** State of the ticket when it was last read; null for the first time. */
  lastTheirs: WorkItemState | null;
}

/** What has to change so that both sides say the same; null where a side stays as it is. */
export interface Reconciliation {
  ours: WorkItemState | null;
  theirs: WorkItemState | null;
}

const NOTHING: Reconciliation = { ours: null, theirs: null };

/**
 * Which side follows the other. Who has changed since both agreed is followed; where both have, the work item is: it is the one that
 * reports and deadlines read.
 * @param nearest what the tracker makes of a state: GitHub has no `in_progress`, Jira knows no `dropped`
 */
export function reconcile(
  { ours, agreed, theirs, lastTheirs }: TwoSides,
  nearest: (state: WorkItemState) => WorkItemState,
): Reconciliation {
  if (nearest(ours) === theirs || (isFinished(ours) && isFinished(theirs))) return NOTHING;
  if (ours !== agreed) return { ours: null, theirs: nearest(ours) };
  if (lastTheirs === null) return isFinished(theirs) ? { ours: theirs, theirs: null } : NOTHING;
  return theirs === lastTheirs ? NOTHING : { ours: theirs, theirs: null };
}

function isFinished(state: WorkItemState): boolean {
  return !UNFINISHED_STATES.includes(state);
}
