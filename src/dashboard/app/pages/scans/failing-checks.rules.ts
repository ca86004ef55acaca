import { SEVERITIES, type Severity } from '../../parts/severity.rules.js';

interface AnyCheck {
  id: string;
  severity: Severity;
}

interface AnyResult {
  control: { framework: { id: string } };
  failingChecks: readonly AnyCheck[];
}

/** A check with the controls that it fails in a scan. */
export interface FailedBy<Result extends AnyResult> {
  /** Null of controls that no check explains: exceptions have accepted since what failed them. */
  check: Result['failingChecks'][number] | null;
  controls: Result['control'][];
}

/** Failing results by check: the worst first, then those that fail most controls; a control with several checks is under each. */
export function checksOf<Result extends AnyResult>(results: readonly Result[]): FailedBy<Result>[] {
  const found = new Map<string, FailedBy<Result>>();
  for (const { control, failingChecks } of results) {
    for (const check of failingChecks.length > 0 ? failingChecks : [null]) {
      const failed: FailedBy<Result> = found.get(check?.id ?? '') ?? { check, controls: [] };
      found.set(check?.id ?? '', failed);
      failed.controls.push(control);
    }
  }
  const rank = ({ check }: FailedBy<Result>) => (check ? SEVERITIES.indexOf(check.severity) : SEVERITIES.length);
  return [...found.values()].sort(
    (one, other) => rank(one) - rank(other) || other.controls.length - one.controls.length,
  );
}

/** Number of failing controls by the id of their framework. */
export function countByFramework(results: readonly AnyResult[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { control } of results) counts.set(control.framework.id, (counts.get(control.framework.id) ?? 0) + 1);
  return counts;
}
