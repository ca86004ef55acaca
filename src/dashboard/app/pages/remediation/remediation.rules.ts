/** Pure functions on the rows of the remediation queue. */

/** Severities, worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'informational'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Efforts, least first. */
export const EFFORTS = ['low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

interface AnyFix {
  severity: Severity;
  controls: readonly { id: string; framework: { name: string } }[];
  frameworks: readonly string[];
  remediation: { effort: Effort };
}

/** Fixes of a severity and an effort, undefined for all. Retains the order. */
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

/** The fix that affects most controls, among equals the one of higher rank; undefined for an empty list. */
export function widestFix<Fix extends AnyFix>(fixes: readonly Fix[]): Fix | undefined {
  const most = Math.max(...fixes.map(({ controls }) => controls.length));
  return fixes.find(({ controls }) => controls.length === most);
}

/** Controls of a fix by the name of their framework, in the order of the fix. */
export function controlsByFramework<Fix extends AnyFix>(
  fix: Fix,
): { framework: string; controls: Fix['controls'][number][] }[] {
  return fix.frameworks.map((framework) => ({
    framework,
    controls: fix.controls.filter((control) => control.framework.name === framework),
  }));
}
