/** When a person was at a page, as it is stored in this browser. Moments in RFC 3339. */
export interface Visits {
  /** The end of the visit before this one; null where none is known. */
  before: string | null;
  last: string;
}

/** A page that is opened again within this time is the same visit. Milliseconds. Our choice. */
const SAME_VISIT_MS = 30 * 60_000;

/** The visits after a page is opened at `now`. */
export function visitsAfter(stored: Visits | null, now: string): Visits {
  if (!stored) return { before: null, last: now };
  const isSame = Date.parse(now) - Date.parse(stored.last) < SAME_VISIT_MS;
  return { before: isSame ? stored.before : stored.last, last: now };
}

/** What is stored; null where there is nothing, or nothing that is one. */
export function readVisits(text: string | null): Visits | null {
  try {
    const { before, last } = JSON.parse(text ?? '') as Partial<Visits>;
    if (!isMoment(last)) return null;
    return { before: isMoment(before) ? before : null, last };
  } catch {
    return null;
  }
}

function isMoment(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
