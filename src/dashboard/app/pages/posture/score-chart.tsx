import { useElementSize } from '@mantine/hooks';
import { curveStepAfter, line as lineThrough } from 'd3-shape';
import { useFormat } from '../../parts/format';
import { momentsOf, scaleOf, type Mark, type Vertex } from './posture.rules';

export interface Series {
  name: string;
  line: readonly Vertex[];
  look: keyof typeof STYLES;
}

interface ScoreChartProps {
  /** They differ in colour and in dashes. */
  series: readonly Series[];
  /** What moved the scores, on the line of one of them. */
  marks: readonly Mark[];
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
export function ScoreChart({ series, marks, span, label }: ScoreChartProps) {
  const format = useFormat();
  // Drawn as wide as it is, so that its text keeps its size.
  const { ref, width } = useElementSize();
  // From 0 on: a small score must not look like none, nor a small change like a large one.
  const { low, high, ticks } = scaleOf([0, ...series.flatMap(({ line }) => line.map(({ score }) => score))]);
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
          {marks.map((mark) => (
            <g key={`${mark.by} ${mark.at}`} transform={`translate(${x(mark.at)} ${y(mark.score)})`}>
              <MarkShape by={mark.by} />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

/** A dot where a scan moved the score, a square on its corner where an assessment did. */
function MarkShape({ by }: { by: Mark['by'] }) {
  return by === 'scan' ? (
    <circle r={4} className="posture-mark" />
  ) : (
    <rect x={-4} y={-4} width={8} height={8} transform="rotate(45)" className="posture-mark" />
  );
}

/** A mark of the legend: drawn as in the chart. */
export function MarkSample({ by }: { by: Mark['by'] }) {
  return (
    <svg width={14} height={14} viewBox="-7 -7 14 14" aria-hidden="true">
      <MarkShape by={by} />
    </svg>
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
