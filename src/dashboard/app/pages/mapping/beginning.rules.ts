/** Word of a judgement, as the service has it. */
type AssessmentStatus = 'compliant' | 'partially_compliant' | 'non_compliant' | 'not_assessed';

/** An artifact that an assessment may rest on. */
export interface Attachable {
  id: string;
  title: string;
  version: number;
  versionsTotal: number;
  createdAt: string;
  currentId: string;
  /** The current version of its document. */
  current: { id: string; version: number } | null;
  /** Null where it is not withdrawn. */
  withdrawal: object | null;
}

/** An assessment, with the artifacts that it rests on. */
export interface Assessment {
  status: AssessmentStatus;
  details: string | null;
  expiresAt: string | null;
  expiredAssessmentId: string | null;
  evidenceIds: readonly string[];
  evidence: readonly Attachable[];
}

/** What the form of an assessment begins with; the person who judges may change all of it. */
export interface Beginning {
  /** Empty where nothing was chosen yet. */
  status: AssessmentStatus | '';
  details: string;
  /** `2027-01-31`; empty for never. */
  lastDay: string;
  artifacts: readonly Attachable[];
}

/** The newest assessment, where it is a judgement that counts; null where there is none. */
export function inForceOf<Each extends Pick<Assessment, 'status' | 'expiredAssessmentId'>>([
  newest,
]: readonly Each[]): Each | null {
  return newest && newest.status !== 'not_assessed' && newest.expiredAssessmentId === null ? newest : null;
}

/** A new assessment: with what people say is evidence for the universal control. */
export function blankBeginning(linked: readonly Attachable[]): Beginning {
  return { status: '', details: '', lastDay: '', artifacts: linked.filter(isUsable) };
}

interface Added {
  inForce: Assessment | null;
  linked: readonly Attachable[];
  /** The artifact that it rests on, too. */
  artifact: Attachable;
  /** Id of the artifact that it no longer rests on. */
  instead: string | undefined;
  now: Date;
}

/** The assessment in force with one more artifact, or with one in the place of another; a new one where none is in force. */
export function withArtifact({ inForce, linked, artifact, instead, now }: Added): Beginning {
  const before = inForce ? inForce.evidence.filter(isUsable) : blankBeginning(linked).artifacts;
  // Of one document no two versions: the one that is added takes the place of an older one.
  const others = before.filter(({ id, currentId }) => ![id, currentId].includes(artifact.id) && id !== instead);
  const artifacts = isUsable(artifact) ? [...others, artifact] : others;
  if (!inForce) return { ...blankBeginning([]), artifacts };
  const { status, details, expiresAt } = inForce;
  const lastDay = expiresAt !== null && new Date(expiresAt) > now ? expiresAt.slice(0, 10) : '';
  return { status, details: details ?? '', lastDay, artifacts };
}

/** The artifacts of an assessment that a newer version replaces, each with that version. */
export function replacedOf(
  assessment: Assessment | null,
): { id: string; title: string; version: number; newer: { id: string; version: number } }[] {
  return (assessment?.evidence ?? []).flatMap(({ id, title, version, current }) =>
    current !== null && current.version > version ? [{ id, title, version, newer: current }] : [],
  );
}

const isUsable = ({ withdrawal }: Attachable) => withdrawal === null;
