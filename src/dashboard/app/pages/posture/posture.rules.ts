/** A score from one moment on. */
export interface Point {
  at: string;
  score: number;
  previousScore: number;
}

/** How a score moved in a window. */
export interface Movement {
  /** Percentage points. */
  change: number;
  /** What it is compared with, and since when: the begin of the window, or the first score ever. */
  score: number;
  since: string;
}

/**
 * How far the score is from where it stood at `from`. A score that begins in the window is compared with its first value: a first
 * look is no progress.
 * @param points oldest first, of the window alone
 */
export function movementOf(points: readonly Point[], scoreNow: number, from: string): Movement {
  const [first] = points;
  if (!first) return { change: 0, score: scoreNow, since: from };
  const begins = first.previousScore === 0;
  const score = begins ? first.score : first.previousScore;
  return { change: round(scoreNow - score), score, since: begins ? first.at : from };
}

/** Where a line turns: milliseconds since the epoch, percent. */
export interface Vertex {
  at: number;
  score: number;
}

/** The line of a score over a window: from its begin, where there was a score already, to its end. */
export function lineOf(points: readonly Point[], scoreNow: number, [from, to]: readonly [number, number]): Vertex[] {
  const [first] = points;
  const vertices = points.map(({ at, score }) => ({ at: Date.parse(at), score }));
  const start = first ? first.previousScore : scoreNow;
  const begin = first?.previousScore === 0 ? [] : [{ at: from, score: start }];
  return [...begin, ...vertices, { at: Math.max(to, vertices.at(-1)?.at ?? to), score: scoreNow }];
}

/**
 * The percentages between which lines are drawn, and where to put marks: whole steps around all scores, so that a small move
 * can be seen; never beyond 0 and 100.
 */
export function scaleOf(scores: readonly number[]): { low: number; high: number; ticks: number[] } {
  const [least, most] = scores.length === 0 ? [0, 100] : [Math.min(...scores), Math.max(...scores)];
  const step = STEPS.find((each) => (most - least) / each <= 4) ?? 25;
  let low = Math.max(0, Math.floor(least / step) * step);
  let high = Math.min(100, Math.ceil(most / step) * step);
  if (high === low) {
    high = Math.min(100, high + step);
    low = Math.max(0, low - step);
  }
  const count = Math.round((high - low) / step);
  return { low, high, ticks: Array.from({ length: count + 1 }, (_, index) => low + index * step) };
}

const STEPS = [2, 5, 10, 20, 25];

/** Moments on the axis of time, from first to last. */
export function momentsOf([from, to]: readonly [number, number], count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
}

/** The score that a line has at a moment; null before it begins. */
export function scoreAt(line: readonly Vertex[], moment: number): number | null {
  return line.findLast(({ at }) => at <= moment)?.score ?? null;
}

/** 100 × part / whole, one decimal; 0 of nothing: as the service has it. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : round((100 * part) / whole);
}

/** How a number of percentage points looks: a class of theme.css and the sign that tells it without colour. */
export function bandOfChange(change: number | null) {
  if (change === null) return { name: 'none', glyph: '–' } as const;
  if (change >= 5) return { name: 'passed', glyph: '▲' } as const;
  if (change > 0) return { name: 'good', glyph: '▲' } as const;
  if (change === 0) return { name: 'na', glyph: '=' } as const;
  return change > -5 ? ({ name: 'poor', glyph: '▼' } as const) : ({ name: 'failed', glyph: '▼' } as const);
}

/** How an age in days looks. Results of scans are in date for 30 days, assessments for 365: schema/contract/status.md, "Score". */
export function bandOfAge(days: number | null) {
  if (days === null) return { name: 'none', glyph: '–' } as const;
  if (days <= 7) return { name: 'passed', glyph: '✓' } as const;
  if (days <= 30) return { name: 'good', glyph: '–' } as const;
  if (days <= 90) return { name: 'fair', glyph: '◐' } as const;
  return days <= 365 ? ({ name: 'poor', glyph: '✕' } as const) : ({ name: 'failed', glyph: '✕' } as const);
}

/** The percentage that is told to who listens: each quarter once, not every step. */
export function announcedPercent(percent: number): number {
  return Math.floor(percent / 25) * 25;
}

/** The begin of the day, in UTC, 30 days ago: the same for every question of a day, so that answers are kept. */
export function windowBegin(now: number): string {
  return new Date(Math.floor(now / DAY_MS) * DAY_MS - 30 * DAY_MS).toISOString();
}

const DAY_MS = 86_400_000;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
