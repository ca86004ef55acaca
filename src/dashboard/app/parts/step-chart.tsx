import './step-chart.css';
import { useElementSize } from '@mantine/hooks';
import { curveStepAfter, line as lineThrough } from 'd3-shape';
import type { ReactNode } from 'react';
import { useFormat } from './format';
import { momentsOf, type Scale, type Step } from './step-chart.rules';

/** Colour and dashes of a line. */
export interface LineStyle {
  stroke: string;
  strokeDasharray: string | undefined;
}

interface StepChartProps {
  lines: readonly { name: string; steps: readonly Step[]; style: LineStyle }[];
  /** Shapes around 0, 0 on the lines. */
  marks: readonly (Step & { key: string; shape: ReactNode })[];
  /** Start and end of the shown time, milliseconds since the epoch. */
  span: readonly [number, number];
  scale: Scale;
  /** A value of the axis in words. */
  tickText: (value: number) => string;
  /** Description of the chart; a table has the figures. */
  label: string;
  /** Pixels. */
  height: number;
}

const [TOP, BOTTOM, LEFT, RIGHT] = [12, 24, 48, 12];
/** Width of a date below the chart, with margins. Pixels. */
const MOMENT_WIDTH = 128;

/** Chart of what was from one moment to the next, as step lines. */
export function StepChart({ lines, marks, span, scale, tickText, label, height }: StepChartProps) {
  const format = useFormat();
  // Drawn as wide as it is, so that its text keeps its size.
  const { ref, width } = useElementSize();
  const { low, high, ticks } = scale;
  const [from, to] = span;
  const right = Math.max(width - RIGHT, LEFT + 1);
  const x = (at: number) => LEFT + ((right - LEFT) * (at - from)) / (to - from);
  const y = (value: number) => height - BOTTOM - ((height - TOP - BOTTOM) * (value - low)) / (high - low);
  const path = lineThrough<Step>(
    ({ at }) => x(at),
    ({ value }) => y(value),
  ).curve(curveStepAfter);
  const moments = momentsOf(span, Math.min(6, Math.max(2, Math.floor(width / MOMENT_WIDTH))));
  return (
    <div ref={ref} className="step-chart" style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="grid" x1={LEFT} x2={right} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
                {tickText(tick)}
              </text>
            </g>
          ))}
          {moments.map((moment, index) => (
            <text key={moment} x={x(moment)} y={height - 4} textAnchor={anchorOf(index, moments.length)}>
              {format.date(new Date(moment).toISOString())}
            </text>
          ))}
          {lines.map(({ name, steps, style }) => (
            <path key={name} d={path([...steps]) ?? ''} {...style} />
          ))}
          {marks.map(({ key, at, value, shape }) => (
            <g key={key} transform={`translate(${x(at)} ${y(value)})`}>
              {shape}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}
