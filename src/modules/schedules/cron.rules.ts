import { Cron } from 'croner';
import { MINUTE } from '../../platform/clock.js';
import { AppError } from '../../platform/errors.js';

/** Two runs may not be closer than this. Our choice, the specification is silent. */
const APART_MIN_MS = 15 * MINUTE;
/** A run begins up to this much later than its expression says, so that not everybody's nightly scan begins at once. */
const JITTER_MAX_MS = 5 * MINUTE;
/** So many runs ahead are looked at for their distance. */
const RUNS_LOOKED_AT = 100;

/**
 * Checks a cron expression of five fields: minute, hour, day, month, weekday.
 * @throws {AppError} VALIDATION_FAILED for `/cron`
 */
export function checkedCron(cron: string, { timezone, at }: { timezone: string; at: Date }): string {
  const text = cron.trim().replace(/\s+/g, ' ');
  const runs = nextRuns(text, { timezone, at });
  if (!runs) throw AppError.invalid('/cron', 'is no cron expression of five fields');
  if (runs.length === 0) throw AppError.invalid('/cron', 'never comes');
  const tooClose = runs.some(
    (run, index) => index > 0 && run.getTime() - (runs[index - 1]?.getTime() ?? 0) < APART_MIN_MS,
  );
  if (tooClose) throw AppError.invalid('/cron', 'runs more often than every 15 minutes');
  return text;
}

/**
 * The first moment after `at`, in the time zone, with jitter. A run that the clocks skip in spring is the next minute there is.
 * @param random 0 to 1
 * @returns null where the expression never comes
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
