import { groundsOf, inDateUntil, type Grounds } from '../../parts/proof.rules.js';

interface Recorded {
  id: string;
  details: string | null;
  evidence: readonly { id: string; expiresAt: string | null }[];
}

interface InForce {
  id: string;
  assessedAt: string;
  expiresAt: string | null;
  /** Those of its evidence that prove nothing any more. */
  withdrawnEvidenceIds: readonly string[];
}

/** What an assessment rests on, and until when it is in date; null where it is not known. */
export interface Basis {
  on: Grounds;
  files: number;
  /** RFC 3339. */
  inDateUntil: string;
}

/** What an assessment in force rests on, by the newest one recorded; null where that is another, as for a former moment. */
export function basisOf(inForce: InForce, newest: Recorded | undefined): Basis | null {
  if (newest?.id !== inForce.id) return null;
  const { details, evidence } = newest;
  const files = evidence.filter(({ id }) => !inForce.withdrawnEvidenceIds.includes(id));
  const ends = evidence
    .map(({ expiresAt }) => expiresAt)
    .filter((end) => end !== null)
    .map((end) => Date.parse(end));
  const last = Math.min(Date.parse(inDateUntil(inForce)), ...ends);
  return {
    on: groundsOf(details, files.length),
    files: files.length,
    inDateUntil: new Date(last).toISOString(),
  };
}

/** Whether an assessment is in date at a moment. */
export function isInDate({ inDateUntil }: Basis, now = new Date()): boolean {
  return Date.parse(inDateUntil) > now.getTime();
}
