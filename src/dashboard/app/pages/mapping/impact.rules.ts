interface Moved {
  previousStatus: string;
  newStatus: string;
  control: { framework: { name: string } };
}

/** What an assessment changes, or has changed. */
export interface Impact<Each> {
  /** Those whose status is another one. */
  changed: Each[];
  unchanged: Each[];
  /** How many frameworks have a changed control. */
  frameworks: number;
}

/** Splits the controls that an assessment reaches by whether their status moves. */
export function impactOf<Each extends Moved>(reached: readonly Each[]): Impact<Each> {
  const changed = reached.filter(({ previousStatus, newStatus }) => previousStatus !== newStatus);
  return {
    changed,
    unchanged: reached.filter(({ previousStatus, newStatus }) => previousStatus === newStatus),
    frameworks: new Set(changed.map(({ control }) => control.framework.name)).size,
  };
}
