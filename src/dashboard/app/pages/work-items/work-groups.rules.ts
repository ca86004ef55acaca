/** Pure functions on lists of work items. */

/** When work is due, soonest first. */
export const DUE_GROUPS = ['overdue', 'week', 'later', 'none'] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

interface Due {
  /** `YYYY-MM-DD`. */
  dueOn: string | null;
  isOverdue: boolean;
}

/** Work items by when they are due, in their order; no group is empty. @param weekEnd the last day of the next seven, `YYYY-MM-DD` */
export function dueGroups<Item extends Due>(
  items: readonly Item[],
  weekEnd: string,
): { group: DueGroup; items: Item[] }[] {
  const groupOf = ({ dueOn, isOverdue }: Item): DueGroup => {
    if (isOverdue) return 'overdue';
    if (dueOn === null) return 'none';
    return dueOn <= weekEnd ? 'week' : 'later';
  };
  return DUE_GROUPS.map((group) => ({ group, items: items.filter((item) => groupOf(item) === group) })).filter(
    (each) => each.items.length > 0,
  );
}

interface Repair {
  id: string;
  source: string;
  failingResources: number | null;
  passes: readonly unknown[];
  helps: readonly unknown[];
}

/**
 * Controls that the work on a check brings: those that would pass, and those that it helps. Work on one of several failing
 * resources passes none. Null for what is about something else, and for what fails nowhere.
 */
export function gainOf(
  { checkId, finding }: { checkId: string | null; finding: { status: string; check: { id: string } } | null },
  repairs: readonly Repair[],
): { passes: number; helps: number } | null {
  const id = checkId ?? (finding?.status === 'fail' ? finding.check.id : null);
  const repair = repairs.find((each) => each.source === 'check' && each.id === id);
  if (!repair) return null;
  const isOneOfMany = finding !== null && repair.failingResources !== 1;
  const [passes, helps] = [repair.passes.length, repair.helps.length];
  return isOneOfMany ? { passes: 0, helps: passes + helps } : { passes, helps };
}
