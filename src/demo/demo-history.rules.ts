import type { AssessmentStatus } from '../modules/posture/assessment-status.js';
import { DAY, HOUR, MINUTE } from '../platform/clock.js';

/** A scan of the history. */
export interface DemoScan {
  kind: 'scan';
  at: Date;
  /** Role of the user who triggered it. */
  by: 'admin' | 'member';
  /** Position among the scans of the organization, from 1. */
  sequence: number;
}

/** An assessment by the demo auditor. */
export interface DemoAssessment {
  kind: 'assessment';
  at: Date;
  /** Code of the universal control: one that no check evaluates, so that no scan overrides the assessment. */
  code: string;
  status: AssessmentStatus;
  details: string;
}

export type DemoStep = DemoScan | DemoAssessment;

const HISTORY_DAYS = 30;
/** Number of scans. With this one, the drift of the demo snapshot causes both failures and repairs in the next scan. */
export const HISTORY_SCANS = 14;
const OPENS_AT = 8 * HOUR;
const OPEN_FOR = 8 * HOUR;
/** Minutes between the times of day of two scans. Prime, so that the times look irregular. */
const SCAN_MINUTES_APART = 137;

/** Assessments of the history. `afterScan` is counted from 0; the assessment is on the same day. */
const ASSESSMENTS: readonly (Omit<DemoAssessment, 'kind' | 'at'> & { afterScan: number })[] = [
  {
    afterScan: 3,
    code: 'UCF-AWT-01',
    status: 'compliant',
    details: 'Training records of 40 people sampled in both clinics: all complete.',
  },
  {
    afterScan: 7,
    code: 'UCF-PHY-02',
    status: 'partially_compliant',
    details: 'Badges work at every door; the visitors’ log of the Leipzig clinic has no entries for two weeks.',
  },
  {
    afterScan: 11,
    code: 'UCF-RSK-02',
    status: 'compliant',
    details: 'The yearly risk assessment covers all systems with patient data and was signed by the management.',
  },
];
const ASSESSED_LATER = 45 * MINUTE;

/** Creation time of an organization whose history ends on the day before `now`. */
export function historyBegins(now: Date): Date {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  return new Date(midnight - (HISTORY_DAYS + 1) * DAY + OPENS_AT);
}

/**
 * Steps of the 30 days after the creation of the organization, oldest first: scans on working days, evenly spread, at working
 * hours (UTC), and three assessments between them.
 * @param begin creation time of the organization
 */
export function historySince(begin: Date): DemoStep[] {
  const days = workingDays(begin);
  const scans = Array.from({ length: HISTORY_SCANS }, (_, index): DemoScan => {
    const day = days[Math.round((index * (days.length - 1)) / (HISTORY_SCANS - 1))] ?? 0;
    const minutes = (index * SCAN_MINUTES_APART) % (OPEN_FOR / MINUTE);
    const by = index % 3 === 1 ? 'member' : 'admin';
    return { kind: 'scan', by, at: new Date(day + OPENS_AT + minutes * MINUTE), sequence: index + 1 };
  });
  const assessments = ASSESSMENTS.map(({ afterScan, ...assessment }): DemoAssessment => {
    const at = new Date((scans[afterScan]?.at ?? begin).getTime() + ASSESSED_LATER);
    return { kind: 'assessment', at, ...assessment };
  });
  return [...scans, ...assessments].sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Midnights of the working days among the 30 days after that of `begin`. */
function workingDays(begin: Date): number[] {
  const first = Math.floor(begin.getTime() / DAY) * DAY + DAY;
  const days = Array.from({ length: HISTORY_DAYS }, (_, index) => first + index * DAY);
  return days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
}
