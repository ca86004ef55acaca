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

/** The formula in words, as shown in every gap analysis. */
export const PRIORITY_IN_WORDS =
  'Priority = severity (critical 40, high 30, medium 20, low 10, informational 0) ' +
  '+ 2 for each active framework that gains from the same fix ' +
  '+ effort (minutes 6, a day 3, a project 0). ' +
  'Failed controls come first, then those that nothing has looked at; then the higher priority; ' +
  'then the control id. A fix that helps many frameworks or costs little can overtake one step of severity, never two.';

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
