import { DAY, HOUR, MINUTE, SECOND } from '../platform/clock.js';
import type { Assessed } from './content/assessed.js';
import { AUDIT_DAYS } from './content/later-assessments.js';
import { WORK, type DemoWork } from './content/work.js';

/** A scan of the history. */
export interface DemoScan {
  kind: 'scan';
  at: Date;
  /** Role of the user who triggered it. */
  by: 'admin' | 'member';
  /** Position among the scans of the organization, from 1. */
  sequence: number;
}

/** An assessment by the admin, who answers for the program: an auditor who judged what is audited would not be independent. */
export interface DemoAssessment extends Assessed {
  kind: 'assessment';
  at: Date;
}

/** Work that somebody takes on. */
export interface DemoWorkItem extends Omit<DemoWork, 'afterScan' | 'dueIn'> {
  kind: 'work_item';
  at: Date;
  /** `YYYY-MM-DD`. */
  dueOn: string;
}

export type DemoStep = DemoScan | DemoAssessment | DemoWorkItem;

const HISTORY_DAYS = 30;
/** Number of scans. With this one, the drift of the demo snapshot causes both failures and repairs in the next scan. */
export const HISTORY_SCANS = 14;
const OPENS_AT = 8 * HOUR;
const OPEN_FOR = 8 * HOUR;
/** Minutes between the times of day of two scans. Prime, so that the times look irregular. */
const SCAN_MINUTES_APART = 137;
/** Seconds of the minute between those: nobody begins on the minute. */
const SCAN_SECONDS_APART = 41;

/** From a scan to the first assessment of its day, and from one to the next. */
const ASSESSED_LATER = 45 * MINUTE;
const ASSESSMENTS_APART = 15 * MINUTE + 37 * SECOND;
/** From a scan to what is taken on that day. */
const TAKEN_ON_LATER = 30 * MINUTE;

/** Creation time of an organization whose history ends on the day before `now`. */
export function historyBegins(now: Date): Date {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  return new Date(midnight - (HISTORY_DAYS + 1) * DAY + OPENS_AT);
}

/**
 * Steps of the 30 days after the creation of the organization, oldest first: scans on working days, evenly spread, at working
 * hours (UTC), and on some of these days assessments, or work that is taken on.
 * @param begin creation time of the organization
 */
export function historySince(begin: Date): DemoStep[] {
  const days = workingDays(begin);
  const scans = Array.from({ length: HISTORY_SCANS }, (_, index): DemoScan => {
    const day = days[Math.round((index * (days.length - 1)) / (HISTORY_SCANS - 1))] ?? 0;
    const minutes = (index * SCAN_MINUTES_APART) % (OPEN_FOR / MINUTE);
    const seconds = (index * SCAN_SECONDS_APART) % 60;
    const by = index % 3 === 1 ? 'member' : 'admin';
    return {
      kind: 'scan',
      by,
      at: new Date(day + OPENS_AT + minutes * MINUTE + seconds * SECOND),
      sequence: index + 1,
    };
  });
  const later = (afterScan: number, ms: number) => new Date((scans[afterScan]?.at ?? begin).getTime() + ms);
  const assessments = AUDIT_DAYS.flatMap(({ afterScan, assessed }) =>
    assessed.map((each, index): DemoAssessment => {
      return { kind: 'assessment', at: later(afterScan, ASSESSED_LATER + index * ASSESSMENTS_APART), ...each };
    }),
  );
  const work = WORK.map(({ afterScan, dueIn, ...each }): DemoWorkItem => {
    const at = later(afterScan, TAKEN_ON_LATER);
    return { kind: 'work_item', at, dueOn: new Date(at.getTime() + dueIn * DAY).toISOString().slice(0, 10), ...each };
  });
  return [...scans, ...assessments, ...work].sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Midnights of the working days among the 30 days after that of `begin`. */
function workingDays(begin: Date): number[] {
  const first = Math.floor(begin.getTime() / DAY) * DAY + DAY;
  const days = Array.from({ length: HISTORY_DAYS }, (_, index) => first + index * DAY);
  return days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
}
