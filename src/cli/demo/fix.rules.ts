import type { FailingControl, RemediationStep } from './queries.js';

/** Titles of the checks that fail on a control, each once. */
export function failingChecks({ latestFinding }: Pick<FailingControl['control'], 'latestFinding'>): string[] {
  return [...new Set(latestFinding?.resources.map(({ check }) => check))];
}

/**
 * The first step to make a check pass, or null where it is not known. A control on which nothing else fails begins its
 * remediation with it; one with more failing checks may begin with another's.
 */
export function firstStepFor(check: string, failing: readonly FailingControl[]): RemediationStep | null {
  const alone = failing.find(({ control }) => {
    const checks = failingChecks(control);
    return checks.length === 1 && checks[0] === check;
  });
  return alone?.control.remediation.steps[0] ?? null;
}
