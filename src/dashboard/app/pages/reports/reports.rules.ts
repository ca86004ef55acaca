const MINUTE_MS = 60_000;

/** Whole minutes until a moment, rounded up; 0 when it has passed. */
export function minutesUntil(moment: string, now: number): number {
  return Math.max(0, Math.ceil((new Date(moment).getTime() - now) / MINUTE_MS));
}

interface Scored {
  framework: string;
  /** Null while nothing of it is assessed. */
  score: number | null;
}
type Assessed<Row> = Row & { score: number };

/** Frameworks with the lowest and the highest score; null when no two differ. */
export function extremesOf<Row extends Scored>(
  rows: readonly Row[],
): { lowest: Assessed<Row>; highest: Assessed<Row> } | null {
  const assessed = rows.filter((row): row is Assessed<Row> => row.score !== null);
  const sorted = assessed.toSorted((a, b) => a.score - b.score);
  const [lowest] = sorted;
  const highest = sorted.at(-1);
  return lowest && highest && lowest.score < highest.score ? { lowest, highest } : null;
}

/**
 * Path of a file on the host of the page, since the service may know itself by another name.
 * @param url absolute
 */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
