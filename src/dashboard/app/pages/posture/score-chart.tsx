import { useFormat } from '../../parts/format';
import { StepChart, type LineStyle } from '../../parts/step-chart';
import type { Step } from '../../parts/step-chart.rules';
import { scaleOf, type Mark, type Vertex } from './posture.rules';

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
const STYLES = {
  overallAssured: { stroke: 'var(--passed)', strokeDasharray: undefined },
  overall: { stroke: 'var(--passed)', strokeDasharray: '2 3' },
  frameworkAssured: { stroke: 'var(--failed)', strokeDasharray: '6 3' },
  framework: { stroke: 'var(--failed)', strokeDasharray: '1 4' },
} as const satisfies Record<string, LineStyle>;

/** Chart of scores over time. */
export function ScoreChart({ series, marks, span, label }: ScoreChartProps) {
  const format = useFormat();
  // From 0 on: a small score must not look like none, nor a small change like a large one.
  const scale = scaleOf([0, ...series.flatMap(({ line }) => line.map(({ score }) => score))]);
  return (
    <StepChart
      lines={series.map(({ name, line, look }) => ({ name, steps: line.map(stepOf), style: STYLES[look] }))}
      marks={marks.map((mark) => ({
        ...stepOf(mark),
        key: `${mark.by} ${mark.at}`,
        shape: <MarkShape by={mark.by} />,
      }))}
      scale={scale}
      tickText={(tick) => format.percent(tick)}
      height={HEIGHT}
      {...{ span, label }}
    />
  );
}

function stepOf({ at, score }: Vertex): Step {
  return { at, value: score };
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
