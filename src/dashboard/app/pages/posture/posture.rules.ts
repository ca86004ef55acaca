import { DAY_MS } from '../../parts/calendar.rules.js';

/** A score, valid from a moment on. */
export interface Point {
  at: string;
  score: number;
  previousScore: number;
}

/** A point with the assured score beside the score. */
export interface ScorePoint extends Point {
  assuredScore: number;
  previousAssuredScore: number;
  /** What moved it; both null where a decision on the scope, an exception or a setting did. */
  scanJobId: string | null;
  assessmentId: string | null;
}

/** Where a score was moved by a scan or by an assessment. */
export interface Mark extends Vertex {
  by: 'scan' | 'assessment';
}

/** A mark for each point that a scan or an assessment made. */
export function marksOf(points: readonly ScorePoint[]): Mark[] {
  return points.flatMap(({ at, score, scanJobId, assessmentId }) => {
    if (scanJobId === null && assessmentId === null) return [];
    return [{ at: Date.parse(at), score, by: scanJobId === null ? ('assessment' as const) : ('scan' as const) }];
  });
}

/** The same moments with the assured score in the place of the score. */
export function assuredPointsOf(points: readonly ScorePoint[]): Point[] {
  return points.map(({ at, assuredScore, previousAssuredScore }) => ({
    at,
    score: assuredScore,
    previousScore: previousAssuredScore,
  }));
}

/** How a score moved in a window. */
export interface Movement {
  /** Percentage points. */
  change: number;
  /** Reference score and its time: the start of the window, or the first score of all. */
  score: number;
  since: string;
}

/**
 * Change of the score since `from`. A score that begins within the window is compared with its first value.
 * @param points oldest first, of the window only
 */
export function movementOf(points: readonly Point[], scoreNow: number | null, from: string): Movement {
  const [first] = points;
  if (!first || scoreNow === null) return { change: 0, score: scoreNow ?? 0, since: from };
  const begins = first.previousScore === 0;
  const score = begins ? first.score : first.previousScore;
  return { change: round(scoreNow - score), score, since: begins ? first.at : from };
}

/** Point of a line: milliseconds since the epoch, percent. */
export interface Vertex {
  at: number;
  score: number;
}

/** Line of a score over a window: from its start, when a score existed, to its end; none where there is no score. */
export function lineOf(
  points: readonly Point[],
  scoreNow: number | null,
  [from, to]: readonly [number, number],
): Vertex[] {
  if (scoreNow === null) return [];
  const [first] = points;
  const vertices = points.map(({ at, score }) => ({ at: Date.parse(at), score }));
  const start = first ? first.previousScore : scoreNow;
  const begin = first?.previousScore === 0 ? [] : [{ at: from, score: start }];
  return [...begin, ...vertices, { at: Math.max(to, vertices.at(-1)?.at ?? to), score: scoreNow }];
}

/**
 * Range and ticks of the percent axis: whole steps around all scores, so that a small change is visible; within 0 and
 * 100.
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

/** Score of a line at a moment; null before its begin. */
export function scoreAt(line: readonly Vertex[], moment: number): number | null {
  return line.findLast(({ at }) => at <= moment)?.score ?? null;
}

/** Band of a change in percentage points: a class of theme.css and a sign that needs no color. */
export function bandOfChange(change: number | null) {
  if (change === null) return { name: 'none', glyph: '–' } as const;
  if (change >= 5) return { name: 'passed', glyph: '▲' } as const;
  if (change > 0) return { name: 'good', glyph: '▲' } as const;
  if (change === 0) return { name: 'na', glyph: '=' } as const;
  return change > -5 ? ({ name: 'poor', glyph: '▼' } as const) : ({ name: 'failed', glyph: '▼' } as const);
}

/**
 * Band of the evidence of some controls: whether it is in date, by the rule of the service for its kind, and not by its age alone.
 * @param since date of the oldest; null where nothing is decided
 * @param outOfDate controls whose evidence is no longer in date
 */
export function bandOfAge(since: string | null, outOfDate: number) {
  if (since === null) return { name: 'none', glyph: '–' } as const;
  return outOfDate === 0 ? ({ name: 'passed', glyph: '✓' } as const) : ({ name: 'failed', glyph: '✕' } as const);
}

/** What is known of the controls of a framework in a domain. */
interface CellFigures {
  fail: number;
  all: number;
  /** Percentage points; null where nothing was ever known, left out where ages are shown. */
  move?: number | null | undefined;
  /** Date of the oldest evidence, null where nothing is decided; left out, as `old`, where ages are not shown. */
  since?: string | null | undefined;
  old?: number | null | undefined;
}

/** Controls of a framework in a domain at a former moment. */
interface CellBefore {
  pass: number;
  all: number;
}

/**
 * Change of the share of controls that pass in full or in part, in percentage points: what was assessed for the first time counts, as it
 * does in the score of the framework.
 * @returns null where nothing is known, now as before
 */
export function changeOf(
  { pass, fail, all }: CellFigures & { pass: number },
  before: CellBefore | undefined,
): number | null {
  if (!before || before.all === 0 || all === 0 || pass + fail + before.pass === 0) return null;
  return round((100 * pass) / all - (100 * before.pass) / before.all);
}

/** How much a row of the heat-map is worth a look, by what is shown; 0 is nothing. */
export function weightOfRow(cells: readonly CellFigures[], measure: 'score' | 'change' | 'age'): number {
  if (measure === 'age') {
    return Math.max(0, ...cells.map(({ since }) => (since ? LAST_MOMENT - Date.parse(since) : 0)));
  }
  const weightOf = ({ fail, move }: CellFigures) => (measure === 'score' ? fail : Math.abs(move ?? 0));
  return cells.reduce((sum, cell) => sum + weightOf(cell), 0);
}

/** Of all dates: the earlier one is, the farther it is from this. Milliseconds since the epoch. */
const LAST_MOMENT = 8.64e15;

/** Shade of a cell by how far its score moved, in either direction: 0 for not at all, 3 for 20 points or more. */
export function shadeOfChange(change: number): 0 | 1 | 2 | 3 {
  const size = Math.abs(change);
  if (size === 0) return 0;
  return size >= 20 ? 3 : size >= 5 ? 2 : 1;
}

/** Shade of a cell by how many of its controls fail: 0 for none, 3 for more than a half. */
export function shadeOf({ fail, all }: Pick<CellFigures, 'fail' | 'all'>): 0 | 1 | 2 | 3 {
  if (fail === 0) return 0;
  const share = fail / all;
  return share > 0.5 ? 3 : share > 0.2 ? 2 : 1;
}

/** Percentage that is announced to screen readers: each quarter once. */
export function announcedPercent(percent: number): number {
  return Math.floor(percent / 25) * 25;
}

/** Start of the day, in UTC, 30 days ago: the same for all requests of a day, so that responses can be cached. */
export function windowBegin(now: number): string {
  return new Date(Math.floor(now / DAY_MS) * DAY_MS - 30 * DAY_MS).toISOString();
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
