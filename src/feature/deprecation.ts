import { DAY } from '../platform/clock.js';

/** Shortest time between the announcement that something will go and its end. Days. Source: our choice, schema/contract/changes.md. */
const NOTICE_DAYS_MIN = 180;

/** Announcement that something of the interface will go. Days in UTC: `2027-01-31`. */
export interface Deprecation {
  /** First day on which it is deprecated. */
  since: string;
  /** First day on which it may be gone. */
  sunset: string;
  /** What to use instead: `GET /api/findings`. */
  instead: string;
}

/**
 * The announcement as a sentence: of a path in its description, and the `deprecationReason` of a field, an argument or a value of the graph.
 * @throws {Error} for days that are none, and for less than 180 days of notice
 */
export function deprecationText({ since, sunset, instead }: Deprecation): string {
  if (dayOf(sunset) - dayOf(since) < NOTICE_DAYS_MIN * DAY) {
    throw new Error(`from ${since} to ${sunset} are less than ${NOTICE_DAYS_MIN} days of notice`);
  }
  return `Deprecated since ${since}; may be gone from ${sunset} on. Use \`${instead}\`.`;
}

/** Beginning of a day in UTC. Milliseconds since the epoch. @throws {Error} for a text that is no day */
export function dayOf(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) throw new Error(`${text} is no day`);
  return at;
}
