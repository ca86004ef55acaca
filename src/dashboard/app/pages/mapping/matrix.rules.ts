interface Cell {
  from: string;
  to: string;
  coveredControls: number;
  totalControls: number;
  coveragePercentage: number;
}

/** Coverage of all other frameworks by one. */
export interface Reach {
  from: string;
  covered: number;
  total: number;
  /** 0–100, one decimal; 0 if there is no other framework. */
  percent: number;
}

/** Percentage of the controls of all other frameworks that share a universal control with one of `from`. */
export function reachOf(cells: readonly Cell[], from: string): Reach {
  const others = cells.filter((cell) => cell.from === from && cell.to !== from);
  const covered = others.reduce((sum, { coveredControls }) => sum + coveredControls, 0);
  const total = others.reduce((sum, { totalControls }) => sum + totalControls, 0);
  return { from, covered, total, percent: total === 0 ? 0 : Math.round((1_000 * covered) / total) / 10 };
}

/** Frameworks by their coverage of the others, the highest first. */
export function reachesOf(cells: readonly Cell[]): Reach[] {
  return [...new Set(cells.map(({ from }) => from))]
    .map((from) => reachOf(cells, from))
    .sort((one, other) => other.percent - one.percent);
}
