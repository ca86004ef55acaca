import { nextRun } from '../schedules/cron.rules.js';
import type { NotificationDelivery } from './notification-kinds.js';

/** When a rule sends what waits. */
export interface Times {
  delivery: NotificationDelivery;
  /** Local hour of a digest; null where it is sent at once. */
  digestHour: number | null;
  /** Local times, `HH:MM`, the second exclusive; from the evening to the morning where it is before the first. Null for none. */
  quietFrom: string | null;
  quietTo: string | null;
  /** IANA name. */
  timezone: string;
}

/**
 * When to send events of which the oldest occurred at `oldest`: not before `now`, at the hour of the digest, and after the quiet
 * hours. Local times that daylight saving skips are the next that there are; where it repeats an hour, the first counts.
 */
export function sendTime(times: Times, { oldest, now }: { oldest: Date; now: Date }): Date {
  const digest = times.digestHour === null ? null : nextLocal(times, oldest, `${times.digestHour}:00`);
  return afterQuiet(times, digest !== null && digest > now ? digest : now);
}

function afterQuiet(times: Times, at: Date): Date {
  const { quietFrom: from, quietTo: to, timezone } = times;
  if (from === null || to === null) return at;
  const time = localTime(timezone, at);
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to;
  return isQuiet ? nextLocal(times, at, to) : at;
}

/** The first moment after `at` with that local time. */
function nextLocal({ timezone }: Times, at: Date, time: string): Date {
  const [hour, minute] = time.split(':').map(Number);
  return nextRun(`${minute ?? 0} ${hour ?? 0} * * *`, { timezone, at, random: 0 }) ?? at;
}

/** `HH:MM` of a moment in a time zone. */
function localTime(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    at,
  );
}
