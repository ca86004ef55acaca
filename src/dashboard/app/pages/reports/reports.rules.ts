const MINUTE_MS = 60_000;

/** Whole minutes until a moment, begun ones counted; 0 when it has passed. */
export function minutesUntil(moment: string, now: number): number {
  return Math.max(0, Math.ceil((new Date(moment).getTime() - now) / MINUTE_MS));
}

interface Scored {
  framework: string;
  score: number;
}

/** The framework with the lowest and the one with the highest score; null where no two differ. */
export function extremesOf<Row extends Scored>(rows: readonly Row[]): { lowest: Row; highest: Row } | null {
  const sorted = rows.toSorted((a, b) => a.score - b.score);
  const [lowest] = sorted;
  const highest = sorted.at(-1);
  return lowest && highest && lowest.score < highest.score ? { lowest, highest } : null;
}

/**
 * The address of a file on the host that the page is from: the service may be reached under another name than it knows itself by.
 * @param url absolute
 */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
