import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricFamily, MetricSample } from '../metrics.js';

/** What values are about. Milliseconds since 1970. */
interface Period {
  /** When counting began. */
  startMs: number;
  /** When the values were read. */
  endMs: number;
}

/** When values were counted, as the SDK has it. */
type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

/**
 * Metrics of Prometheus as those of OTLP, under the same names and labels: counters as monotonic cumulative sums, gauges, and histograms
 * with explicit bounds. A metric without a value is left out. Source: OpenTelemetry, "Prometheus and OpenMetrics Compatibility".
 */
export function metricDataOf(families: readonly MetricFamily[], { startMs, endMs }: Period): MetricData[] {
  const times = { startTime: hrTimeOf(startMs), endTime: hrTimeOf(endMs) };
  return families.map((family) => dataOf(family, times)).filter(({ dataPoints }) => dataPoints.length > 0);
}

function dataOf({ name, help, type, values }: MetricFamily, times: Times): MetricData {
  const shared = {
    // The text format has no units: names end in them.
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  switch (type) {
    case 'counter':
      return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: numbersOf(values, times) };
    case 'gauge':
      return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints: numbersOf(values, times) };
    case 'histogram':
      return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(name, values, times) };
  }
}

/** Points of the values that there are: an unknown one is NaN in the text format, which OTLP as JSON cannot say. */
function numbersOf(samples: readonly MetricSample[], times: Times): DataPoint<number>[] {
  return samples
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...times, attributes: attributesOf(labels), value }));
}

function histogramsOf(name: string, samples: readonly MetricSample[], times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(attributesOf(labels)));
  return [...series].map(([attributes, ofSeries]) => ({
    ...times,
    attributes: JSON.parse(attributes) as Attributes,
    value: histogramOf(name, ofSeries),
  }));
}

/** Histogram of the samples of one series, whose buckets come by their bounds, `+Inf` last, each with what the former ones count. */
function histogramOf(name: string, samples: readonly MetricSample[]): Histogram {
  const samplesOf = (suffix: string) => samples.filter(({ metricName }) => metricName === `${name}_${suffix}`);
  const valueOf = (suffix: string) => samplesOf(suffix)[0]?.value ?? 0;
  const buckets = samplesOf('bucket');
  return {
    buckets: {
      boundaries: buckets.slice(0, -1).map(({ labels }) => Number(labels.le)),
      counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
    },
    sum: valueOf('sum'),
    count: valueOf('count'),
  };
}

/** Labels as the text format shows them: words, numbers too. */
function attributesOf(labels: MetricSample['labels']): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, String(value)]));
}

/** Whole seconds, and nanoseconds of the rest. */
function hrTimeOf(ms: number): HrTime {
  return [Math.floor(ms / 1_000), Math.floor((ms % 1_000) * 1e6)];
}
