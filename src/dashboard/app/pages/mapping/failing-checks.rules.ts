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

/** A check that fails elements of a universal control. */
export interface FailingCheck {
  ruleId: string;
  title: string;
}

/** Checks that fail elements of a universal control, each once: those that fail on a resource that no exception accepts. */
export function failingChecks(mappings: readonly DerivedMapping[], universalControlId: string): FailingCheck[] {
  const checks = mappings
    .filter(({ mapping }) => mapping.universalControl.id === universalControlId)
    .flatMap(({ elements }) => elements.flatMap(({ votes }) => votes))
    .filter(({ result }) => result === 'fail')
    .flatMap(({ checks }) => checks)
    .filter(({ resourcesFailed, resourcesAccepted }) => resourcesFailed > resourcesAccepted);
  return [...new Map(checks.map(({ ruleId, title }) => [ruleId, { ruleId, title }])).values()];
}
