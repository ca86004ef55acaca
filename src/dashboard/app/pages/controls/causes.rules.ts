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

/** The controls with the worst causes first; of equals in their order, those of which no cause is known last. */
export function worstFirst<Control extends { id: string }>(
  controls: readonly Control[],
  causes: ReadonlyMap<string, readonly Cause[]>,
): Control[] {
  const placeOf = ({ id }: Control) => {
    const [worst] = causes.get(id) ?? [];
    return worst ? SEVERITIES.indexOf(worst.severity) : SEVERITIES.length;
  };
  return controls.toSorted((a, b) => placeOf(a) - placeOf(b));
}
