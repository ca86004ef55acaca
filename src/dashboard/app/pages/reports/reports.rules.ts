import { DAY_MS } from '../../parts/calendar.rules.js';

/** Numbers of controls that passed, failed, left the scope, and changed otherwise between two reports. */
export function countChanges(
  changes: readonly { previousStatus: string; status: string }[],
): Record<'passed' | 'failed' | 'leftScope' | 'other', number> {
  const counts = { passed: 0, failed: 0, leftScope: 0, other: 0 };
  for (const { previousStatus, status } of changes) counts[kindOf(previousStatus, status)] += 1;
  return counts;
}

function kindOf(previousStatus: string, status: string): 'passed' | 'failed' | 'leftScope' | 'other' {
  if (status === previousStatus) return 'other';
  if (status === 'passed' || status === 'failed') return status;
  return status === 'not_applicable' ? 'leftScope' : 'other';
}

/** Names of the frameworks that completed scans covered: their scores show which. */
export function coveredFrameworks(
  scans: readonly { status: string; scores: { frameworks: readonly { framework: string }[] } | null }[],
): Set<string> {
  return new Set(
    scans
      .filter(({ status }) => status === 'completed')
      .flatMap(({ scores }) => scores?.frameworks.map(({ framework }) => framework) ?? []),
  );
}

/** The address on the host of the page where the service serves files, since it may know itself by another name; else as it is. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname.startsWith('/files/') ? pathname + search : url;
}

/** The end of a day, `YYYY-MM-DD`, in UTC. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.000Z`;
}

/** The day after a moment, `YYYY-MM-DD`, in UTC. */
export function dayAfter(at: Date): string {
  return new Date(at.getTime() + DAY_MS).toISOString().slice(0, 10);
}

/** The begin of a day, `YYYY-MM-DD`, in UTC. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** The day 365 days before a moment, `YYYY-MM-DD`, in UTC. */
export function yearBefore(at: Date): string {
  return new Date(at.getTime() - 365 * DAY_MS).toISOString().slice(0, 10);
}

/** Named cron expressions of schedules. */
export const CRON_PRESETS = { weekly: '0 6 * * 1', monthly: '0 6 1 * *', quarterly: '0 6 1 1,4,7,10 *' } as const;
export const CRON_CHOICES = ['weekly', 'monthly', 'quarterly', 'own'] as const;
export type CronChoice = (typeof CRON_CHOICES)[number];

/** When an expression of minute and hour comes: every day, or on one day of the week (0 is Sunday) or month; null for any other. */
export function timesOf(cron: string): { minute: number; hour: number; weekday?: number; day?: number } | null {
  const found = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|[0-7])$/.exec(cron);
  if (!found) return null;
  const [, minute = '', hour = '', day = '', weekday = ''] = found;
  const at = { minute: Number(minute), hour: Number(hour) };
  if (day !== '*') return weekday === '*' ? { ...at, day: Number(day) } : null;
  return weekday === '*' ? at : { ...at, weekday: Number(weekday) % 7 };
}

/**
 * When a schedule says that its next report is due: the service makes it a few minutes later, not all at once.
 * @param nextAt RFC 3339, with these minutes
 * @returns null where the expression names no minute
 */
export function plannedAt(nextAt: string, cron: string): Date | null {
  const times = timesOf(cron);
  if (times === null) return null;
  // Time zones differ by quarters of an hour.
  const quarter = 15 * 60_000;
  const at = Date.parse(nextAt);
  const offset = (times.minute % 15) * 60_000;
  return new Date(Math.floor((at - offset) / quarter) * quarter + offset);
}

/** The named choice that an expression is; `own` for any other. */
export function cronChoiceOf(cron: string): CronChoice {
  return CRON_CHOICES.find((each) => each !== 'own' && CRON_PRESETS[each] === cron) ?? 'own';
}
