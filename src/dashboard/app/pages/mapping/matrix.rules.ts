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
  covered: number;
  total: number;
  /** 0–100, one decimal; 0 where there is no control. */
  percent: number;
}

/** Coverage of the controls of all cells together. */
export function coverageOf(cells: readonly Omit<Cell, 'from' | 'to'>[]): Coverage {
  const covered = cells.reduce((sum, { fullControls, partControls }) => sum + fullControls + partControls, 0);
  const total = cells.reduce((sum, { totalControls }) => sum + totalControls, 0);
  return { covered, total, percent: percentOf(covered, total) };
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
