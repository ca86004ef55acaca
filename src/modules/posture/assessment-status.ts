/** Statuses of an assessment. Source: specification, section 2. */
export const ASSESSMENT_STATUSES = ['compliant', 'partially_compliant', 'non_compliant', 'not_assessed'] as const;
export type AssessmentStatus = (typeof ASSESSMENT_STATUSES)[number];

/** Whether an assessment rests on anything that can be looked at: a note or evidence. Without, it counts, and shows nothing. */
export function isSupported({
  details,
  evidenceIds,
}: {
  details: string | null;
  evidenceIds: readonly string[];
}): boolean {
  return (details ?? '').trim() !== '' || evidenceIds.length > 0;
}
