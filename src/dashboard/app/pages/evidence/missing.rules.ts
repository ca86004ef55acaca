import type { EvidenceMissingQuery } from './evidence.gql.js';

type Assessed = EvidenceMissingQuery['universalControls'][number];
type Unproven = Omit<Assessed, 'assessments'> & { assessment: Assessed['assessments'][number] };

/** Universal controls whose assessment in force says that they are met and names no file, the oldest assessment first. */
export function unproven(universalControls: readonly Assessed[]): Unproven[] {
  return universalControls
    .flatMap(({ assessments: [assessment], ...rest }) => (assessment ? [{ ...rest, assessment }] : []))
    .filter(({ assessment: { status, evidenceIds, expiredAssessmentId } }) => {
      return status === 'compliant' && evidenceIds.length === 0 && expiredAssessmentId === null;
    })
    .toSorted((a, b) => a.assessment.createdAt.localeCompare(b.assessment.createdAt));
}
