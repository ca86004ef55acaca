import { Cron } from 'croner';
import { MINUTE } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';

/** Shortest distance between two scans. Our choice, the specification is silent. */
const SCANS_APART = { ms: 15 * MINUTE, words: 'every 15 minutes' };
/** Largest delay after the time of the expression, so that the nightly scans of all tenants do not begin at once. */
const JITTER_MAX_MS = 5 * MINUTE;
/** Number of future runs whose distance is checked. */
const RUNS_LOOKED_AT = 100;

/**
 * Checks a cron expression of five fields: minute, hour, day, month, weekday.
 * @param apart shortest distance between two runs; that of scans where none is given
 * @throws {AppError} VALIDATION_FAILED for `/cron`
 */
export function checkedCron(
  cron: string,
  { timezone, at, apart = SCANS_APART }: { timezone: string; at: Date; apart?: { ms: number; words: string } },
): string {
  const text = cron.trim().replace(/\s+/g, ' ');
  const runs = nextRuns(text, { timezone, at });
  if (!runs) throw AppError.invalid('/cron', 'is not a cron expression of five fields');
  if (runs.length === 0) throw AppError.invalid('/cron', 'never comes');
  const tooClose = runs.some((run, index) => index > 0 && run.getTime() - (runs[index - 1]?.getTime() ?? 0) < apart.ms);
  if (tooClose) throw AppError.invalid('/cron', `runs more often than ${apart.words}`);
  return text;
}

/**
 * The first run after `at`, in the time zone, with jitter. A run in the hour that daylight saving skips moves to the
 * next valid minute.
 * @param random 0 to 1
 * @returns null when the expression never matches
 */
export function nextRun(
  cron: string,
  { timezone, at, random }: { timezone: string; at: Date; random: number },
): Date | null {
  const next = new Cron(cron, { timezone, mode: '5-part', paused: true }).nextRun(at);
  return next && new Date(next.getTime() + Math.floor(random * JITTER_MAX_MS));
}

function nextRuns(cron: string, { timezone, at }: { timezone: string; at: Date }): Date[] | null {
  try {
    return new Cron(cron, { timezone, mode: '5-part', paused: true }).nextRuns(RUNS_LOOKED_AT, at);
  } catch {
    return null;
  }
}
