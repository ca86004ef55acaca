/**
 * What a compliant assessment over a part mapping does to a control. `pass`: it passes the control, with partial assurance.
 * `contribute`: it passes the control only when all of its part mappings are shown by tests or assessed as compliant.
 */
export const PARTIAL_ASSESSMENTS = ['pass', 'contribute'] as const;
export type PartialAssessments = (typeof PARTIAL_ASSESSMENTS)[number];
