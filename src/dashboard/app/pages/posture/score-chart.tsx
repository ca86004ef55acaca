import { useElementSize } from '@mantine/hooks';
import { curveStepAfter, line as lineThrough } from 'd3-shape';
import { useFormat } from '../../parts/format';
import { momentsOf, scaleOf, type Vertex } from './posture.rules';

export interface Series {
  name: string;
  line: readonly Vertex[];
  look: keyof typeof STYLES;
}

interface ScoreChartProps {
  /** They differ in colour and in dashes. */
  series: readonly Series[];
  span: readonly [number, number];
  /** Description of the chart; a table has the figures. */
  label: string;
}

const HEIGHT = 200;
const [TOP, BOTTOM, LEFT, RIGHT] = [12, 24, 48, 12];
/** Width of a date below the chart, with margins. Pixels. */
const MOMENT_WIDTH = 128;
const STYLES = {
  overallAssured: { stroke: 'var(--passed)', strokeDasharray: undefined },
  overall: { stroke: 'var(--passed)', strokeDasharray: '2 3' },
  frameworkAssured: { stroke: 'var(--failed)', strokeDasharray: '6 3' },
  framework: { stroke: 'var(--failed)', strokeDasharray: '1 4' },
} as const;

/** Chart of scores over time, as step lines. */
export function ScoreChart({ series, span, label }: ScoreChartProps) {
  const format = useFormat();
  // Drawn as wide as it is, so that its text keeps its size.
  const { ref, width } = useElementSize();
  const { low, high, ticks } = scaleOf(series.flatMap(({ line }) => line.map(({ score }) => score)));
  const [from, to] = span;
  const right = Math.max(width - RIGHT, LEFT + 1);
  const x = (at: number) => LEFT + ((right - LEFT) * (at - from)) / (to - from);
  const y = (score: number) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (score - low)) / (high - low);
  const path = lineThrough<Vertex>(
    ({ at }) => x(at),
    ({ score }) => y(score),
  ).curve(curveStepAfter);
  const moments = momentsOf(span, Math.min(6, Math.max(2, Math.floor(width / MOMENT_WIDTH))));
  return (
    <div ref={ref} className="posture-chart" style={{ height: HEIGHT }}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="grid" x1={LEFT} x2={right} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
                {format.percent(tick)}
              </text>
            </g>
          ))}
          {moments.map((moment, index) => (
            <text key={moment} x={x(moment)} y={HEIGHT - 4} textAnchor={anchorOf(index, moments.length)}>
              {format.date(new Date(moment).toISOString())}
            </text>
          ))}
          {series.map(({ name, line, look }) => (
            <path key={name} d={path([...line]) ?? ''} {...STYLES[look]} />
          ))}
        </svg>
      )}
    </div>
  );
}

/** A line of the legend: drawn as in the chart. */
export function LineSample({ look }: { look: Series['look'] }) {
  return (
    <svg width={24} height={8} aria-hidden="true">
      <line x1={0} x2={24} y1={4} y2={4} strokeWidth={2} {...STYLES[look]} />
    </svg>
  );
}

function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}
