interface Assurance {
  level: string;
  shown: number;
  needed: number;
}

interface Reached {
  previousStatus: string;
  newStatus: string;
  newAssurance: Assurance | null;
  isHeldByFindings: boolean;
  /** `assurance` before the assessment; missing where it is not asked for. */
  control: { framework: { name: string }; assurance?: Assurance | null };
}

/** What an assessment changes, or has changed: each control that it reaches is in one of the lists. */
export interface Impact<Each> {
  /** Controls whose status changes. */
  changed: Each[];
  /** Controls that stay passed with another assurance: another number of their mappings is shown or needed. */
  reassured: Each[];
  /** Stay failed, by failing tests, although they are assessed as compliant. */
  held: Each[];
  unchanged: Each[];
  /** Number of frameworks with a changed control. */
  frameworks: number;
  /** How many of the changed controls pass in full, and in part. */
  passing: { full: number; partial: number };
}

/** Sorts the controls that an assessment reaches by what becomes of them. */
export function impactOf<Each extends Reached>(reached: readonly Each[]): Impact<Each> {
  const changed = reached.filter(({ previousStatus, newStatus }) => previousStatus !== newStatus);
  const same = reached.filter(({ previousStatus, newStatus }) => previousStatus === newStatus);
  const withLevel = (level: string) => changed.filter(({ newAssurance }) => newAssurance?.level === level).length;
  return {
    changed,
    reassured: same.filter((each) => !each.isHeldByFindings && isReassured(each)),
    held: same.filter(({ isHeldByFindings }) => isHeldByFindings),
    unchanged: same.filter((each) => !each.isHeldByFindings && !isReassured(each)),
    frameworks: new Set(changed.map(({ control }) => control.framework.name)).size,
    passing: { full: withLevel('full'), partial: withLevel('partial') },
  };
}

function isReassured({ newAssurance, control: { assurance } }: Reached): boolean {
  if (!newAssurance || !assurance) return false;
  const { level, shown, needed } = newAssurance;
  return level !== assurance.level || shown !== assurance.shown || needed !== assurance.needed;
}
