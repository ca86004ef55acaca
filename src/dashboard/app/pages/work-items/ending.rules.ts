/** Pure functions on what a work item is about: what fails it, and what ends that. */

type Verdict = 'compliant' | 'partially_compliant' | 'non_compliant' | 'not_assessed';

interface Assessment {
  status: Verdict;
  details: string | null;
  createdAt: string;
  expiredAssessmentId: string | null;
  assessedBy: { name: string };
}

interface Mapping {
  universalControl: { id: string; code: string; title: string; assessments: readonly Assessment[] };
}

/** A universal control whose assessment in force says that it is not met. */
export interface Judged {
  id: string;
  code: string;
  title: string;
  assessment: Assessment;
}

/** The universal controls of a control that its assessments fail, by code. */
export function judgedOf(mappings: readonly Mapping[]): Judged[] {
  return mappings
    .flatMap(({ universalControl: { assessments, ...universalControl } }) => {
      const [assessment] = assessments;
      return assessment && isFailing(assessment) ? [{ ...universalControl, assessment }] : [];
    })
    .toSorted((a, b) => a.code.localeCompare(b.code));
}

function isFailing({ status, expiredAssessmentId }: Assessment): boolean {
  return (status === 'non_compliant' || status === 'partially_compliant') && expiredAssessmentId === null;
}

/** What ends what is wrong: the repair of a check, or another assessment. */
export type Ending = { by: 'fix'; checkId: string } | { by: 'assessment'; id: string; code: string };

interface About {
  finding: { status: string; exception: unknown; check: { id: string } } | null;
  check: { id: string; verdicts: { failing: number; accepted: number } } | null;
  control: { status: string; mappings: readonly Mapping[] } | null;
}

/**
 * What ends what is wrong with what a work item is about; null where nothing is, or nothing is known to. A check that fails a control comes
 * before its assessments: none of them passes it as long as that fails.
 * @param causes checks that fail the control
 */
export function endingOf({ finding, check, control }: About, causes: readonly { id: string }[]): Ending | null {
  if (finding) {
    return finding.status === 'fail' && finding.exception === null ? { by: 'fix', checkId: finding.check.id } : null;
  }
  if (control) {
    if (control.status !== 'failed') return null;
    const [[cause], [judged]] = [causes, judgedOf(control.mappings)];
    if (cause) return { by: 'fix', checkId: cause.id };
    return judged ? { by: 'assessment', id: judged.id, code: judged.code } : null;
  }
  return check && check.verdicts.failing > check.verdicts.accepted ? { by: 'fix', checkId: check.id } : null;
}
