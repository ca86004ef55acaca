import type { Control } from '../catalogue/catalogue.js';
import type { ControlStatus } from '../posture/posture.js';

/** Numbers of controls by status. */
export interface StatusCounts {
  totalControls: number;
  passedControls: number;
  failedControls: number;
  notApplicableControls: number;
  notAssessedControls: number;
}

/** Numbers of `controls` by status; a control that occurs twice counts once. */
export function countStatuses(
  controls: Iterable<Control>,
  statusOf: (control: Control) => ControlStatus,
): StatusCounts {
  const counts = { passed: 0, failed: 0, not_applicable: 0, not_assessed: 0 };
  for (const control of new Set(controls)) counts[statusOf(control)] += 1;
  return {
    totalControls: counts.passed + counts.failed + counts.not_applicable + counts.not_assessed,
    passedControls: counts.passed,
    failedControls: counts.failed,
    notApplicableControls: counts.not_applicable,
    notAssessedControls: counts.not_assessed,
  };
}
