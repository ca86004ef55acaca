import type { Severity } from '../../connectors/finding.js';
import type { RemediationType } from '../catalogue/catalogue.type.js';

/** Points in steps of ten: frameworks and effort add 2 to 20 points, more than one step and never more than two. */
export const SEVERITY_POINTS: Readonly<Record<Severity, number>> = {
  critical: 40,
  high: 30,
  medium: 20,
  low: 10,
  informational: 0,
};
export const FRAMEWORK_POINTS = 2;
export const EFFORT_POINTS: Readonly<Record<RemediationType['effort'], number>> = { low: 6, medium: 3, high: 0 };

/** Parts of the priority of a gap. */
export interface PriorityInputs {
  severity: Severity;
  /** Active frameworks that gain from the same fix, at most seven. */
  frameworks: number;
  effort: RemediationType['effort'];
}

/** priority = points of the severity + 2 × frameworks + points of the effort; 2 to 60, because the control's own framework always gains. */
export function priorityOf({ severity, frameworks, effort }: PriorityInputs): number {
  return SEVERITY_POINTS[severity] + FRAMEWORK_POINTS * frameworks + EFFORT_POINTS[effort];
}
