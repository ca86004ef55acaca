interface Moved {
  previousStatus: string;
  newStatus: string;
  control: { framework: { name: string } };
}

/** Effects of an assessment, previewed or saved. */
export interface Impact<Each> {
  /** Controls whose status changes. */
  changed: Each[];
  unchanged: Each[];
  /** Number of frameworks with a changed control. */
  frameworks: number;
}

/** Splits the controls that an assessment reaches into changed and unchanged ones. */
export function impactOf<Each extends Moved>(reached: readonly Each[]): Impact<Each> {
  const changed = reached.filter(({ previousStatus, newStatus }) => previousStatus !== newStatus);
  return {
    changed,
    unchanged: reached.filter(({ previousStatus, newStatus }) => previousStatus === newStatus),
    frameworks: new Set(changed.map(({ control }) => control.framework.name)).size,
  };
}
