const DAY_MS = 86_400_000;
/** An assessment is in date for so many days. Source: schema/contract/status.md, "Score". */
export const ASSESSMENT_DAYS = 365;

interface Recorded {
  id: string;
  details: string | null;
  evidence: readonly { expiresAt: string | null }[];
}

interface InForce {
  id: string;
  assessedAt: string;
  expiresAt: string | null;
}

/** What an assessment rests on, and until when it is in date; null where it is not known. */
export interface Basis {
  on: 'nothing' | 'note' | 'files' | 'both';
  files: number;
  /** RFC 3339. */
  inDateUntil: string;
}

/** What an assessment in force rests on, by the newest one recorded; null where that is another, as for a former moment. */
export function basisOf(inForce: InForce, newest: Recorded | undefined): Basis | null {
  if (newest?.id !== inForce.id) return null;
  const { details, evidence } = newest;
  const hasNote = details !== null && details.trim() !== '';
  const ends = [inForce.expiresAt, ...evidence.map(({ expiresAt }) => expiresAt)]
    .filter((end) => end !== null)
    .map((end) => Date.parse(end));
  const last = Math.min(Date.parse(inForce.assessedAt) + ASSESSMENT_DAYS * DAY_MS, ...ends);
  return {
    on: evidence.length > 0 ? (hasNote ? 'both' : 'files') : hasNote ? 'note' : 'nothing',
    files: evidence.length,
    inDateUntil: new Date(last).toISOString(),
  };
}

/** Whether an assessment is in date at a moment. */
export function isInDate({ inDateUntil }: Basis, now = new Date()): boolean {
  return Date.parse(inDateUntil) > now.getTime();
}
