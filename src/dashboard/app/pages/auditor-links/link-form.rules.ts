/** Input of the form of a link. */
export interface LinkValues {
  label: string;
  /** Name. */
  framework: string;
  /** First and last day of the period, `YYYY-MM-DD`. */
  from: string;
  to: string;
  expiresInDays: number;
}

/** Lifetime of a link where nothing else is said. Days. Source: schema/contract/auditor-link.md. */
export const LIFETIME_DAYS = 30;

/**
 * A link on the year that ends today, by the calendar of UTC; on less where the records begin within it.
 * @param recordedFrom when the first status was decided; null where none was
 */
export function newLink(framework: string, now: Date, recordedFrom: Date | null): LinkValues {
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(now.getUTCFullYear() - 1);
  const from = recordedFrom !== null && recordedFrom > yearAgo ? recordedFrom : yearAgo;
  return { label: '', framework, from: dayOf(from), to: dayOf(now), expiresInDays: LIFETIME_DAYS };
}

/** Input of `createAuditorLink`: from the begin of the first day to the end of the last one, UTC. */
export function inputOf({ label, framework, from, to, expiresInDays }: LinkValues) {
  return {
    ...{ label: label.trim(), framework, expiresInDays },
    from: `${from}T00:00:00.000Z`,
    to: `${to}T23:59:59.999Z`,
  };
}

/** First day of the records where a period begins before it; null where it does not, or there are none. */
export function recordsAfter(from: string, recordedFrom: Date | null): string | null {
  if (recordedFrom === null || from === '') return null;
  const first = dayOf(recordedFrom);
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
