import { curveStepAfter, line as lineThrough } from 'd3-shape';
import { scaleOf, type Vertex } from './posture.rules';

interface SparklineProps {
  line: readonly Vertex[];
  /** Begin and end of the time it shows, milliseconds since the epoch. */
  span: readonly [number, number];
  /** What it shows, in words. */
  label: string;
}

const [WIDTH, HEIGHT, MARGIN] = [100, 28, 2];

/** A score over time without axes: its form alone. */
export function Sparkline({ line, span: [from, to], label }: SparklineProps) {
  const { low, high } = scaleOf(line.map(({ score }) => score));
  const path = lineThrough<Vertex>(
    ({ at }) => (WIDTH * (at - from)) / (to - from),
    ({ score }) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (score - low)) / (high - low),
  ).curve(curveStepAfter)([...line]);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={path ?? ''} fill="none" stroke="var(--passed)" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
