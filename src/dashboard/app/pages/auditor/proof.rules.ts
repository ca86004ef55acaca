import type { Standing } from '../../parts/proof.rules.js';

interface Mapping {
  universalControl: string;
  /** `contradicted`, `shown` or `open`. */
  state: string;
  /** Whether tests show every element. */
  isTested: boolean;
}

interface Assessment {
  universalControl: string;
  verdict: string;
}

const PROOFS = ['failed', 'tests', 'assessment', 'trust', 'open'] as const;
/** What is known of a mapping: that it fails, what proves it, or that an assessment without a note or evidence decides it. */
export type Proof = (typeof PROOFS)[number];

/** How far a mapping is shown. */
export const STANDING_OF_PROOF = {
  failed: 'failed',
  tests: 'shown',
  assessment: 'shown',
  trust: 'part',
  open: 'open',
} as const satisfies Record<Proof, Standing>;

/** Verdicts that fail what they are about. */
const UNMET = new Set(['partially_compliant', 'non_compliant']);

/** Assessments that fail a control; none where it does not fail. */
export function failingAssessments<Given extends Assessment>(status: string, assessments: readonly Given[]): Given[] {
  return status === 'failed' ? assessments.filter(({ verdict }) => UNMET.has(verdict)) : [];
}

/**
 * Mappings with what is known of each, what fails first.
 * @param known all assessments in force, and those of them that fail the control
 */
export function provenMappings<Given extends Mapping, Judged extends Assessment>(
  mappings: readonly Given[],
  { assessments, failing }: { assessments: readonly Judged[]; failing: readonly Judged[] },
): { mapping: Given; proof: Proof; assessment: Judged | null }[] {
  const judged = mappings.map((mapping) => ({
    mapping,
    assessment: assessments.find(({ universalControl }) => universalControl === mapping.universalControl) ?? null,
  }));
  const proofOf = ({ mapping: { state, isTested }, assessment }: (typeof judged)[number]): Proof => {
    if (state === 'contradicted' || (assessment && failing.includes(assessment))) return 'failed';
    if (state === 'shown') return isTested ? 'tests' : 'assessment';
    return assessment?.verdict === 'compliant' ? 'trust' : 'open';
  };
  return judged
    .map((each) => ({ ...each, proof: proofOf(each) }))
    .toSorted((a, b) => PROOFS.indexOf(a.proof) - PROOFS.indexOf(b.proof));
}

interface Artifact {
  type: string;
  title: string;
}

/** The newest artifact of each kind of scan result, and all that was uploaded. @param evidence newest first */
export function newestOf<Given extends Artifact>(evidence: readonly Given[]): Given[] {
  const first = new Map<string, Given>();
  for (const artifact of evidence) if (!first.has(artifact.title)) first.set(artifact.title, artifact);
  return evidence.filter((artifact) => artifact.type === 'manual' || first.get(artifact.title) === artifact);
}
