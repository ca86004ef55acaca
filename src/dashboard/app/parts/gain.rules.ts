import { SEVERITIES, type Severity } from './severity.rules.js';

interface AnyFix {
  severity: Severity;
  /** Controls that would pass by it alone. */
  passes: readonly unknown[];
  /** Others that it brings forward. */
  helps: readonly unknown[];
}

/** Fixes by what they bring: those that pass most controls alone, of equals those that help most, then the most severe; else in their order. */
export function byGain<Fix extends AnyFix>(fixes: readonly Fix[]): Fix[] {
  return fixes.toSorted(
    (a, b) =>
      b.passes.length - a.passes.length ||
      b.helps.length - a.helps.length ||
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
}
