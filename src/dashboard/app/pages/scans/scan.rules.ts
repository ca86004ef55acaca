import { momentOfScan } from '../../parts/scan-moment.rules.js';
import { withoutFailure } from '../../parts/scan-progress.rules.js';

/** Pure functions on scans, from their figures only. */

export type ScanKind = 'import' | 'manual' | 'schedule';

interface AnyScan {
  id: string;
  status: string;
  trigger: ScanKind;
}

/** Displayed state of a scan, which distinguishes a scan that a user cancelled from one that failed. */
export function stateOf(scan: {
  status: 'queued' | 'running' | 'completed' | 'failed';
  failureReason?: { code: string } | null;
}) {
  return scan.status === 'failed' && scan.failureReason?.code === 'CANCELLED' ? 'cancelled' : scan.status;
}

export function hasEnded(scan: { status: string }): boolean {
  return scan.status === 'completed' || scan.status === 'failed';
}

const STATE_RANKS: Readonly<Record<string, number>> = { running: 0, queued: 1 };

/**
 * Scans as they are listed: those that run, then those that wait, then the ended ones, the newest first. An ended one stands by the moment that names it, which
 * is its completion: the service lists by creation, and of two scans the one that was asked for first can end last.
 * @param scans newest creation first
 */
export function inListOrder<Scan extends { status: string; createdAt: string; completedAt: string | null }>(
  scans: readonly Scan[],
): Scan[] {
  const rank = ({ status }: Scan) => STATE_RANKS[status] ?? 2;
  const at = (scan: Scan) => Date.parse(momentOfScan(scan));
  return scans.toSorted((one, other) => rank(one) - rank(other) || at(other) - at(one));
}

/**
 * The previous completed scan of the same kind: an import reads one report, and would differ from a full scan in nearly
 * everything.
 * @param scans newest first
 */
export function scanBefore<Scan extends AnyScan>(scans: readonly Scan[], id: string): Scan | undefined {
  const index = scans.findIndex((each) => each.id === id);
  const scan = scans[index];
  if (!scan) return undefined;
  const isImport = scan.trigger === 'import';
  return scans.slice(index + 1).find((each) => each.status === 'completed' && (each.trigger === 'import') === isImport);
}

/** A completed scan in the chart of failing controls. */
interface ScanPoint {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  failing: number;
  /** Controls that a check looked at. */
  checked: number;
}

/**
 * How many controls failed in each scan that can be compared with the newest, oldest first: completed, no import, and of as many controls.
 * @param scans newest first
 */
export function failingPoints(scans: readonly (AnyScan & Counted & { completedAt: string | null })[]): ScanPoint[] {
  const whole = scans.filter(({ status, trigger }) => status === 'completed' && trigger !== 'import');
  return whole
    .filter(({ totalControls }) => totalControls === whole[0]?.totalControls)
    .flatMap((scan) => {
      const { id, completedAt } = scan;
      const { failed: failing, checked } = resultCounts(scan);
      return completedAt === null ? [] : [{ id, at: Date.parse(completedAt), failing, checked }];
    })
    .toReversed();
}

/** Progress below which no remaining time is estimated. Percent. */
const PERCENT_MIN = 3;

/**
 * Estimate of the remaining time of a scan, in proportion to the elapsed time; null below the minimum of progress.
 * @param percent 0–100
 * @returns milliseconds
 */
export function remainingMs({
  startedAt,
  percent,
  now,
}: {
  startedAt: string;
  percent: number;
  now: number;
}): number | null {
  const elapsedMs = now - Date.parse(startedAt);
  if (percent < PERCENT_MIN || elapsedMs <= 0) return null;
  return (elapsedMs * (100 - percent)) / percent;
}

/** The last reached quarter, at which progress is announced. @param percent 0–100 */
export function quarterOf(percent: number): 0 | 25 | 50 | 75 | 100 {
  return percent >= 100 ? 100 : percent >= 75 ? 75 : percent >= 50 ? 50 : percent >= 25 ? 25 : 0;
}

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `28 sec`, `3 min 5 sec`, `2 hr 4 min`: the two largest units, whole seconds, at least one. */
export function durationIn(language: string, ms: number): string {
  let seconds = Math.max(1, Math.round(ms / 1_000));
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count > 0 && parts.length < 2)
      parts.push(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count));
    seconds -= count * length;
  }
  return parts.join(' ');
}

interface AnyChange {
  /** Whether it failed before, and a check could not look now. @default it could */
  isNoLongerDecided?: boolean;
  previousStatus?: string | null;
  status?: string | null;
}

/** Changes of results grouped as in a comparison: what newly fails, what no longer does, whatever it comes to, what can no longer be decided, and the rest. */
export function sortedChanges<Change extends AnyChange>(changes: readonly Change[]) {
  const failed = changes.filter(({ status, previousStatus }) => status === 'fail' && previousStatus !== 'fail');
  const held = changes.filter(({ isNoLongerDecided = false }) => isNoLongerDecided);
  // A later scan that does not cover a control says nothing of its failure, nor one that could not look.
  const gone = changes.filter(
    (each) => each.previousStatus === 'fail' && each.status && each.status !== 'fail' && !held.includes(each),
  );
  const other = changes.filter((each) => ![failed, gone, held].some((group) => group.includes(each)));
  return { failed, gone, held, other };
}

/**
 * Selected scans after a click: at most two, of which the older selection is replaced; a selected one is deselected.
 */
export function chosenPair(chosen: readonly string[], id: string): string[] {
  if (chosen.includes(id)) return chosen.filter((each) => each !== id);
  return [...chosen, id].slice(-2);
}

/** Which results of a scan are shown. */
export const RESULT_FILTERS = ['fail', 'pass', 'not_applicable', 'not_reached', 'all'] as const;
export type ResultFilter = (typeof RESULT_FILTERS)[number];

interface Counted {
  failedControls: number;
  passedControls: number;
  totalControls: number;
  /** Controls that a check looked at; null until the scan is completed. */
  checkedControls: number | null;
}

/** Results that are shown: those asked for, else what fails, else all. */
export function resultFilter(
  asked: ResultFilter | undefined,
  { failedControls }: Pick<Counted, 'failedControls'>,
): ResultFilter {
  return asked ?? (failedControls > 0 ? 'fail' : 'all');
}

/** What the service is asked for by a filter: a status and whether a check looked, null for any. */
export function askedOf(filter: ResultFilter) {
  if (filter === 'all') return { status: null, checked: null };
  if (filter === 'not_reached') return { status: null, checked: false };
  return { status: filter, checked: filter === 'not_applicable' ? true : null };
}

/** What a scan says of all its controls: those that a check looked at fail, pass or stay undecided; the others it does not reach. */
export function resultCounts({ failedControls, passedControls, totalControls, checkedControls }: Counted) {
  const checked = checkedControls ?? totalControls;
  const undecided = checked - failedControls - passedControls;
  return { checked, failed: failedControls, passed: passedControls, undecided, notReached: totalControls - checked };
}

/** Controls of a running scan that are done, and neither fail nor pass: those that a completed one lists as undecided. */
export function undecidedSoFar(scan: {
  failedControls: number;
  passedControls: number;
  progress: { controlsDone: number };
}): number {
  return Math.max(0, withoutFailure(scan) - scan.passedControls);
}

/** Number of results that a filter shows, of all frameworks. */
export function countOf(filter: ResultFilter, scan: Counted): number {
  const { failed, passed, undecided, notReached } = resultCounts(scan);
  return { fail: failed, pass: passed, not_applicable: undecided, not_reached: notReached, all: scan.totalControls }[
    filter
  ];
}

/** Whether what fails is listed by check: unless it is asked for by control. */
export function isByCheck(
  asked: { status?: ResultFilter | undefined; by?: 'control' | undefined },
  scan: Pick<Counted, 'failedControls'>,
) {
  return resultFilter(asked.status, scan) === 'fail' && asked.by === undefined;
}
