import { disputedByte, shownByte } from './assurance.rules.js';
import type { AssessmentStatus } from './assessment-status.js';
import type { PartialAssessments } from './partial-assessments.js';
import { testedStatus, type TestedMapping } from './tested-status.rules.js';

/** An assessment in force, as far as it decides anything. */
export interface Judgement {
  status: AssessmentStatus;
  /** Whether it has a note or evidence. */
  isSupported: boolean;
  assessedAt: Date;
}

/** What tests and people say of a mapping of a control. */
export interface JudgedMapping<Assessment extends Judgement = Judgement> extends TestedMapping {
  /** Milliseconds of the newest vote that passes or fails an element which it covers; -Infinity where there is none. */
  votedAt: number;
  /** Null where there is none, and where the newest one withdraws the others. */
  assessment: Assessment | null;
}

/** Status of a control in scope, and what decides it. */
export interface Verdict<Assessment> {
  status: 'passed' | 'failed' | 'not_assessed';
  decidedBy: 'tests' | 'assessment' | null;
  /** The deciding one. */
  assessment: Assessment | null;
}

/** Worst first. */
const VERDICTS: readonly string[] = ['non_compliant', 'partially_compliant', 'compliant'];

/**
 * The verdict on a control in scope: failing tests decide; else the worst of the assessments that count; else passing tests. The
 * same rule as `decided` in `decision.sql.ts`; tests compare the two for every control and over random votes.
 */
export function verdictOf<Assessment extends Judgement>(
  mappings: readonly JudgedMapping<Assessment>[],
  partialAssessments: PartialAssessments,
): Verdict<Assessment> {
  const tested = testedStatus(mappings);
  const byTests = { status: tested ?? 'not_assessed', decidedBy: tested && 'tests', assessment: null } as const;
  if (tested === 'failed') return byTests;
  const votedAt = Math.max(...mappings.map((mapping) => mapping.votedAt));
  const parts = mappings.filter((mapping) => !mapping.isFull);
  const arePartsMet = parts.every(({ isTested, assessment }) => isTested || assessment?.status === 'compliant');
  const [assessment] = mappings
    .filter(
      ({ isFull, assessment: each }) =>
        partialAssessments === 'pass' || isFull || arePartsMet || each?.status !== 'compliant',
    )
    .flatMap(({ assessment: each }) => each ?? [])
    .filter(({ assessedAt }) => tested === null || assessedAt.getTime() > votedAt)
    .sort(
      (a, b) =>
        VERDICTS.indexOf(a.status) - VERDICTS.indexOf(b.status) || b.assessedAt.getTime() - a.assessedAt.getTime(),
    );
  if (!assessment) return byTests;
  return { status: assessment.status === 'compliant' ? 'passed' : 'failed', decidedBy: 'assessment', assessment };
}

/** Whether tests or a supported assessment show a mapping. */
export function isShown({ isTested, assessment }: Pick<JudgedMapping, 'isTested' | 'assessment'>): boolean {
  return isTested || (assessment?.status === 'compliant' && assessment.isSupported);
}

/** Whether tests and the assessment contradict each other over a mapping. */
export function isDisputedMapping({ isContradicted, isTested, assessment }: JudgedMapping): boolean {
  if (assessment === null) return false;
  return assessment.status === 'compliant' ? isContradicted : isTested;
}

/** The byte that a posture has for a control in scope with that status: see `assuranceOf`. */
export function assuranceByteOf(mappings: readonly JudgedMapping[], status: Verdict<Judgement>['status']): number {
  const shown =
    status === 'passed' ? shownByte(mappings.map((each) => ({ isFull: each.isFull, isShown: isShown(each) }))) : 0;
  return shown + disputedByte(mappings.some(isDisputedMapping));
}
