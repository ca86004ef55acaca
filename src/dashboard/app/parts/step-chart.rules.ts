/** Point of a line over time: milliseconds since the epoch, and what it was from then on. */
export interface Step {
  at: number;
  value: number;
}

/** Axis of values. */
export interface Scale {
  low: number;
  high: number;
  ticks: readonly number[];
}

/** Ticks of the time axis, from first to last. */
export function momentsOf([from, to]: readonly [number, number], count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
}

/** Axis of whole numbers from 0 on, in four steps at most. */
export function countScale(most: number): Scale {
  const step = COUNT_STEPS.find((each) => most / each <= 4) ?? Math.ceil(most / 4);
  const count = Math.max(1, Math.ceil(most / step));
  return { low: 0, high: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

const COUNT_STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500];
