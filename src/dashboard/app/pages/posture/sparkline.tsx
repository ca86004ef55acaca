import { curveStepAfter, line as lineThrough } from 'd3-shape';
import { scaleOf, type Vertex } from './posture.rules';

interface SparklineProps {
  line: readonly Vertex[];
  /** Start and end of the shown time, milliseconds since the epoch. */
  span: readonly [number, number];
  /** Description for screen readers. */
  label: string;
}

const [WIDTH, HEIGHT, MARGIN] = [100, 28, 2];

/** Small chart of a score over time, without axes. */
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
