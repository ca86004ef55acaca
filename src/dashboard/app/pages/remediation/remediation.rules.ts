/** What can be told of the remediation queue from its rows alone. */

/** Worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'informational'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Least first. */
export const EFFORTS = ['low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

interface AnyFix {
  severity: Severity;
  controls: readonly { id: string; framework: { name: string } }[];
  frameworks: readonly string[];
  remediation: { effort: Effort };
}

/** Those of a severity and an effort; of all where one is not given. The order stays. */
export function filteredFixes<Fix extends AnyFix>(
  fixes: readonly Fix[],
  { severity, effort }: { severity?: Severity | undefined; effort?: Effort | undefined },
): Fix[] {
  return fixes.filter(
    (fix) =>
      (severity === undefined || fix.severity === severity) &&
      (effort === undefined || fix.remediation.effort === effort),
  );
}

/** The fix that moves most controls, of equals the one of higher rank; undefined where there is none. */
export function widestFix<Fix extends AnyFix>(fixes: readonly Fix[]): Fix | undefined {
  const most = Math.max(...fixes.map(({ controls }) => controls.length));
  return fixes.find(({ controls }) => controls.length === most);
}

/** The controls of a fix under the names of their frameworks, in the order in which the fix names these. */
export function controlsByFramework<Fix extends AnyFix>(
  fix: Fix,
): { framework: string; controls: Fix['controls'][number][] }[] {
  return fix.frameworks.map((framework) => ({
    framework,
    controls: fix.controls.filter((control) => control.framework.name === framework),
  }));
}
