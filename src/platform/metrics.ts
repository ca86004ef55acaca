import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type CounterConfiguration,
  type HistogramConfiguration,
} from 'prom-client';

/** Histogram buckets of scans and other jobs, which may be long. Seconds. */
export const WORK_BUCKETS = [0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 300, 900, 3_600];
/** Default histogram buckets. Seconds. */
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Value of a metric for its labels. */
export interface MetricSample {
  /** Name of a sample of a histogram: that of the metric with `_bucket`, `_sum` or `_count`. */
  metricName?: string;
  labels: Readonly<Record<string, string | number>>;
  value: number;
}

/** A value of a gauge that is computed. */
export interface GaugeSample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** A metric with its samples, as the text format has them. */
export interface MetricFamily {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  values: MetricSample[];
}

/**
 * Prometheus metrics of the process: its own health (CPU, memory, event loop) and those of the service. Labels come
 * from fixed sets: never an id, an address, or a text from a client.
 */
export class Metrics {
  private readonly registry = new Registry();
  readonly contentType = this.registry.contentType;

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  counter<Label extends string>(options: Omit<CounterConfiguration<Label>, 'registers'>): Counter<Label> {
    return new Counter({ ...options, registers: [this.registry] });
  }

  /** Registers a gauge that is computed on each scrape. @param read the number for each value of `label` */
  watch(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
    this.watchSamples(name, help, [label], () => samplesOf(label, read()));
  }

  /** Registers a gauge with one value, or with several labels, that is computed on each scrape. @param labels none for one value */
  watchSamples(name: string, help: string, labels: readonly string[], read: () => readonly GaugeSample[]): void {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.registry],
      collect() {
        for (const { labels: of = {}, value } of read()) this.set(of, value);
      },
    });
  }

  /** Registers a counter whose numbers since the start are counted elsewhere. @param read the number for each value of `label`; none falls */
  watchTotal(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { labels = {}, value } of samplesOf(label, read())) this.inc(labels, value);
      },
    });
  }

  /** Registers a histogram of durations in seconds. @param options.buckets @default 5 ms to 10 s */
  histogram<Label extends string>(options: Omit<HistogramConfiguration<Label>, 'registers'>): Histogram<Label> {
    return new Histogram({ buckets: SECONDS_BUCKETS, ...options, registers: [this.registry] });
  }

  /** All metrics, in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** All metrics with their samples, gathered as for the text format. */
  async families(): Promise<MetricFamily[]> {
    const families: unknown = await this.registry.getMetricsAsJSON();
    // Declared with numbers for the types; they are words, and there is no summary.
    return families as MetricFamily[];
  }
}

function samplesOf(label: string, values: Readonly<Record<string, number>>): GaugeSample[] {
  return Object.entries(values).map(([of, value]) => ({ labels: { [label]: of }, value }));
}
