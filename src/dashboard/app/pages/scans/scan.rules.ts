/** What can be told of scans from their figures alone. */

export type ScanKind = 'import' | 'manual' | 'schedule';

interface AnyScan {
  id: string;
  status: string;
  trigger: ScanKind;
}

/** How a scan stands, in the words of its page: one that a user cancelled has not failed by itself. */
export function stateOf(scan: {
  status: 'queued' | 'running' | 'completed' | 'failed';
  failureReason?: { code: string } | null;
}) {
  return scan.status === 'failed' && scan.failureReason?.code === 'CANCELLED' ? 'cancelled' : scan.status;
}

export function hasEnded(scan: { status: string }): boolean {
  return scan.status === 'completed' || scan.status === 'failed';
}

/**
 * The completed scan that one is compared with: the one before it that looked at the same kind of thing. An import reads one
 * report, and beside a scan of everything nearly all of it would differ.
 * @param scans newest first
 */
export function scanBefore<Scan extends AnyScan>(scans: readonly Scan[], id: string): Scan | undefined {
  const index = scans.findIndex((each) => each.id === id);
  const scan = scans[index];
  if (!scan) return undefined;
  const isImport = scan.trigger === 'import';
  return scans.slice(index + 1).find((each) => each.status === 'completed' && (each.trigger === 'import') === isImport);
}

/** Below this share done, a guess at the rest is none. */
const PERCENT_MIN = 3;

/**
 * How long a scan will still run: as long for each percent that is left as for each so far. Null where too little is done.
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

/** The last quarter that is reached: progress is told aloud at each, not at every percent. @param percent 0–100 */
export function quarterOf(percent: number): 0 | 25 | 50 | 75 | 100 {
  return percent >= 100 ? 100 : percent >= 75 ? 75 : percent >= 50 ? 50 : percent >= 25 ? 25 : 0;
}

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `28 sec`, `3 min 5 sec`, `2 hr 4 min`: the two greatest units, whole seconds, at least one. */
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
  previousStatus?: string | null;
  status?: string | null;
}

/** Changes of results by what they mean: as `newlyFailed` and `newlyPassed` of a comparison count them, and the rest. */
export function sortedChanges<Change extends AnyChange>(changes: readonly Change[]) {
  const failed = changes.filter(({ status, previousStatus }) => status === 'fail' && previousStatus !== 'fail');
  const passed = changes.filter(({ status, previousStatus }) => status === 'pass' && previousStatus === 'fail');
  const other = changes.filter((each) => !failed.includes(each) && !passed.includes(each));
  return { failed, passed, other };
}

/** Two of a list: the one chosen last takes the place of the first of two. Chosen again, it is none. */
export function chosenPair(chosen: readonly string[], id: string): string[] {
  if (chosen.includes(id)) return chosen.filter((each) => each !== id);
  return [...chosen, id].slice(-2);
}
