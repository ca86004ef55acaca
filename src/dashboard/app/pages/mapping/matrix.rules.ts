import { percentOf } from '../../parts/percent.rules.js';

interface Cell {
  from: string;
  to: string;
  fullControls: number;
  partControls: number;
  totalControls: number;
}

/** Controls that are covered, in full or in part. */
export interface Coverage {
  full: number;
  part: number;
  covered: number;
  total: number;
  /** Of those covered in full, 0–100, one decimal; 0 where there is no control. */
  fullPercent: number;
  /** Of those covered in full or in part. */
  percent: number;
}

/** Coverage of the controls of all cells together. */
export function coverageOf(cells: readonly Omit<Cell, 'from' | 'to'>[]): Coverage {
  const full = cells.reduce((sum, { fullControls }) => sum + fullControls, 0);
  const part = cells.reduce((sum, { partControls }) => sum + partControls, 0);
  const covered = full + part;
  const total = cells.reduce((sum, { totalControls }) => sum + totalControls, 0);
  return { full, part, covered, total, fullPercent: percentOf(full, total), percent: percentOf(covered, total) };
}

/** Coverage of all other frameworks by one. */
export interface Reach extends Coverage {
  from: string;
}

/** Coverage of the controls of all other frameworks by `from`. */
export function reachOf(cells: readonly Cell[], from: string): Reach {
  const others = cells.filter((cell) => cell.from === from && cell.to !== from);
  return { from, ...coverageOf(others) };
}

/** Frameworks by their coverage of the others, the highest first. */
export function reachesOf(cells: readonly Cell[]): Reach[] {
  return [...new Set(cells.map(({ from }) => from))]
    .map((from) => reachOf(cells, from))
    .sort((one, other) => other.percent - one.percent);
}
