import { DAY_MS } from './calendar.rules.js';
import { BAND_OF_STATUS, PASSED_IN_PART, type Band } from './band.rules.js';

/**
 * How far a mapping, or an element of it, is shown. `part`: an assessment without a note or evidence decides its status and shows nothing,
 * like the control that is passed in part by it.
 */
export type Standing = 'shown' | 'part' | 'failed' | 'open';

/** Signs of standings: those of a control's status, and no other. */
export const BAND_OF_STANDING = {
  shown: BAND_OF_STATUS.passed,
  part: PASSED_IN_PART,
  failed: BAND_OF_STATUS.failed,
  open: BAND_OF_STATUS.not_assessed,
} as const satisfies Record<Standing, Band>;

interface Mapping {
  /** `contradicted`, `shown` or `open`. */
  state: string;
  /** Whether tests show every element. */
  isTested: boolean;
}

/** What shows an element. */
export type Source = 'test' | 'assessment';

/**
 * How far an element is shown, and by what: its own tests first, else the assessment that shows the whole mapping; a test that could not look
 * takes nothing from this.
 * @param state `passed`, `failed`, `held` or `unknown`: what tests say
 */
export function elementProof(
  state: string,
  mapping: Mapping,
): { standing: Exclude<Standing, 'part'>; source: Source | null } {
  if (state === 'failed') return { standing: 'failed', source: null };
  if (state === 'passed') return { standing: 'shown', source: 'test' };
  if (mapping.state === 'shown' && !mapping.isTested) return { standing: 'shown', source: 'assessment' };
  return { standing: 'open', source: null };
}

/** What an assessment rests on. */
export type Grounds = 'nothing' | 'note' | 'files' | 'both';

/** What an assessment rests on. @param note of blanks alone is none; @param files number of artifacts */
export function groundsOf(note: string | null, files: number): Grounds {
  const hasNote = note !== null && note.trim() !== '';
  if (files > 0) return hasNote ? 'both' : 'files';
  return hasNote ? 'note' : 'nothing';
}

/** An assessment is in date for so many days. Source: schema/contract/status.md, "Score". */
export const ASSESSMENT_DAYS = 365;

/** Until when an assessment is in date at the latest, RFC 3339: evidence of it may end before. */
export function inDateUntil({ assessedAt, expiresAt }: { assessedAt: string; expiresAt: string | null }): string {
  const last = Date.parse(assessedAt) + ASSESSMENT_DAYS * DAY_MS;
  return new Date(expiresAt === null ? last : Math.min(last, Date.parse(expiresAt))).toISOString();
}
