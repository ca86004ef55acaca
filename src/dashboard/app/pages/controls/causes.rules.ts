import { SEVERITIES, type Severity } from '../../parts/severity.rules.js';

interface Cause {
  severity: Severity;
  /** Failed controls that fail because of it. */
  controls: readonly { id: string }[];
}

/** What each failed control fails by, the worst first; controls that nothing of the queue fails are missing. */
export function causesByControl<Each extends Cause>(queue: readonly Each[]): ReadonlyMap<string, readonly Each[]> {
  const worstFirst = queue.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const causes = new Map<string, Each[]>();
  for (const cause of worstFirst) {
    for (const { id } of cause.controls) causes.set(id, [...(causes.get(id) ?? []), cause]);
  }
  return causes;
}
