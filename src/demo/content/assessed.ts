import type { AssessmentStatus } from '../../modules/posture/assessment-status.js';

/** What was found in the demo organization of a universal control that no check evaluates. */
export interface Assessed {
  code: string;
  status: AssessmentStatus;
  details: string;
}

/** An assessment without anything amiss. */
export function compliant(code: string, details: string): Assessed {
  return { code, status: 'compliant', details };
}
