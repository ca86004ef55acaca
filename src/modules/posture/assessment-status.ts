/** Statuses of an assessment. Source: specification, section 2. */
export const ASSESSMENT_STATUSES = ['compliant', 'partially_compliant', 'non_compliant', 'not_assessed'] as const;
export type AssessmentStatus = (typeof ASSESSMENT_STATUSES)[number];
