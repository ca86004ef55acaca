import { DAY_MS } from '../../parts/calendar.rules.js';

/** Input of the form of a link. */
export interface LinkValues {
  label: string;
  /** Name. */
  framework: string;
  /** First and last day of the period, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Null until a person chooses it: then by the end of the period. */
  expiresInDays: number | null;
}

/** Lifetime of a link where nothing else is said. Days. Source: schema/contract/auditor-link.md. */
const LIFETIME_DAYS = 30;
/** The longest lifetime. Days. */
const LIFETIME_DAYS_MAX = 90;

/**
 * A link on the year that ends today, by the calendar of UTC; on less where the records begin within it.
 * @param recordedFrom when the first status was decided; null where none was
 */
export function newLink(framework: string, now: Date, recordedFrom: Date | null): LinkValues {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(now.getUTCFullYear() - 1);
  const from = recordedFrom !== null && recordedFrom > yearAgo ? recordedFrom : yearAgo;
  return { label: '', framework, from: dayOf(from), to: dayOf(now), expiresInDays: null };
}

/** Days after which a link ends that nobody gave another end: 30, or as many as its period still lasts, where the limit allows it. */
export function lifetimeOf(to: string, now: Date): number {
  const left = to === '' ? 0 : Math.ceil((endOf(to) - now.getTime()) / DAY_MS);
  return Math.min(Math.max(left, LIFETIME_DAYS), LIFETIME_DAYS_MAX);
}

/** When a link ends that does so before its period; null where it does not. */
export function endBefore(to: string, days: number, now: Date): Date | null {
  const end = new Date(now.getTime() + days * DAY_MS);
  return to !== '' && days > 0 && end.getTime() < endOf(to) ? end : null;
}

function endOf(day: string): number {
  return Date.parse(`${day}T23:59:59.999Z`);
}

/** Input of `createAuditorLink`: from the begin of the first day to the end of the last one, UTC. */
export function inputOf({ label, framework, from, to, expiresInDays }: LinkValues, now: Date) {
  return {
    ...{ label: label.trim(), framework, expiresInDays: expiresInDays ?? lifetimeOf(to, now) },
    from: `${from}T00:00:00.000Z`,
    to: `${to}T23:59:59.999Z`,
  };
}

/** First day of the records where a period begins before it; null where it does not, or there are none. */
export function recordsAfter(from: string, recordedFrom: Date | string | null): string | null {
  if (recordedFrom === null || from === '') return null;
  const first = dayOf(new Date(recordedFrom));
  return from < first ? first : null;
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

interface Ending {
  revokedAt: string | null;
  expiresAt: string;
}

/** Whether a link opens something. */
export function isInForce({ revokedAt, expiresAt }: Ending, now: Date): boolean {
  return revokedAt === null && new Date(expiresAt) > now;
}

/** Links in force before the others, in the order in which they are. */
export function inForceFirst<Link extends Ending>(links: readonly Link[], now: Date): Link[] {
  return [...links.filter((link) => isInForce(link, now)), ...links.filter((link) => !isInForce(link, now))];
}
