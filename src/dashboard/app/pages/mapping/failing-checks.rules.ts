/** What the derivation of a control says of one of its universal controls. */
interface DerivedMapping {
  mapping: { universalControl: { id: string } };
  elements: readonly {
    votes: readonly {
      result: string;
      checks: readonly { ruleId: string; title: string; resourcesFailed: number; resourcesAccepted: number }[];
    }[];
  }[];
}

/** Titles of the checks that fail elements of a universal control, each once: those that fail on a resource that no exception accepts. */
export function failingTitles(mappings: readonly DerivedMapping[], universalControlId: string): string[] {
  const checks = mappings
    .filter(({ mapping }) => mapping.universalControl.id === universalControlId)
    .flatMap(({ elements }) => elements.flatMap(({ votes }) => votes))
    .filter(({ result }) => result === 'fail')
    .flatMap(({ checks }) => checks)
    .filter(({ resourcesFailed, resourcesAccepted }) => resourcesFailed > resourcesAccepted);
  return [...new Map(checks.map(({ ruleId, title }) => [ruleId, title])).values()];
}
