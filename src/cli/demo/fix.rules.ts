import type { FailingControl, RemediationStep } from './queries.js';

/** Titles of the checks that fail on a control, each once. */
export function failingChecks({ latestFinding }: Pick<FailingControl['control'], 'latestFinding'>): string[] {
  return [...new Set(latestFinding?.resources.map(({ check }) => check))];
}

/**
 * First remediation step of a check, or null where it is unknown. Taken from a control on which only that check fails:
 * the remediation of others may begin with another check.
 */
export function firstStepFor(check: string, failing: readonly FailingControl[]): RemediationStep | null {
  const alone = failing.find(({ control }) => {
    const checks = failingChecks(control);
    return checks.length === 1 && checks[0] === check;
  });
  return alone?.control.remediation.steps[0] ?? null;
}
