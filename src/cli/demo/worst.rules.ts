import { SEVERITIES, type FailingControl } from './queries.js';

/**
 * The `amount` failing controls to show, worst first: by severity, then by failed resources, then as given. A framework
 * or a first remediation step repeats only when no other is left.
 */
export function worstControls(failing: readonly FailingControl[], amount: number): FailingControl[] {
  const left = failing.toSorted(byBadness);
  const shown: FailingControl[] = [];
  while (shown.length < amount && left.length > 0) {
    const repeats = left.map((each) => repetition(each, shown));
    const at = repeats.indexOf(Math.min(...repeats));
    shown.push(...left.splice(at, 1));
  }
  return shown.sort(byBadness);
}

function byBadness(a: FailingControl, b: FailingControl): number {
  return rank(a) - rank(b) || b.resourcesFailed - a.resourcesFailed;
}

function rank({ severity }: FailingControl): number {
  return severity === null ? SEVERITIES.length : SEVERITIES.indexOf(severity);
}

/** How many of the shown controls have the same framework or first step. */
function repetition(each: FailingControl, shown: readonly FailingControl[]): number {
  const frameworks = shown.filter(({ control }) => control.framework.name === each.control.framework.name);
  const fixes = shown.filter(({ control }) => firstStep(control) === firstStep(each.control));
  return frameworks.length + fixes.length;
}

function firstStep({ remediation }: FailingControl['control']): string {
  const [step] = remediation.steps;
  return step ? `${step.title}\n${step.instruction}` : '';
}
