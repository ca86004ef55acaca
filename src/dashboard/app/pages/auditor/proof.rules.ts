interface Element {
  state: string;
}

interface Mapping {
  universalControl: string;
  /** `contradicted`, `shown` or `open`. */
  state: string;
  elements: readonly Element[];
}

interface Assessment {
  universalControl: string;
  verdict: string;
}

const PROOFS = ['failed', 'tests', 'assessment', 'open'] as const;
/** What is known of a mapping: that it fails, or what proves it. */
export type Proof = (typeof PROOFS)[number];

/** Verdicts that fail what they are about. */
const UNMET = new Set(['partially_compliant', 'non_compliant']);

/** Assessments that fail a control; none where it does not fail. */
export function failingAssessments<Given extends Assessment>(status: string, assessments: readonly Given[]): Given[] {
  return status === 'failed' ? assessments.filter(({ verdict }) => UNMET.has(verdict)) : [];
}

/**
 * Mappings with what is known of each, what fails first.
 * @param failing assessments that fail the control
 */
export function provenMappings<Given extends Mapping>(
  mappings: readonly Given[],
  failing: readonly Assessment[],
): { mapping: Given; proof: Proof }[] {
  const proofOf = ({ universalControl, state, elements }: Given): Proof => {
    const isUnmet = failing.some((each) => each.universalControl === universalControl);
    if (state === 'contradicted' || isUnmet) return 'failed';
    if (state !== 'shown') return 'open';
    return elements.every((element) => element.state === 'passed') ? 'tests' : 'assessment';
  };
  return mappings
    .map((mapping) => ({ mapping, proof: proofOf(mapping) }))
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
