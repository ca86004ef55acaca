import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type CounterConfiguration,
  type HistogramConfiguration,
} from 'prom-client';

/** For scans and other jobs, which may take long. Seconds. */
export const WORK_BUCKETS = [0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 300, 900, 3_600];
/** From quick answers to slow ones. Seconds. */
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What the process tells Prometheus: its own health (CPU, memory, event loop) and whatever the service adds. Labels come from
 * fixed sets: never an id, an address, or a text of a caller's.
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

  /** A measure that is read when it is asked for. @param read the number for each value of `label` */
  watch(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        for (const [value, count] of Object.entries(read())) this.set({ [label]: value }, count);
      },
    });
  }

  /** Durations in seconds. @param options.buckets @default 5 ms to 10 s */
  histogram<Label extends string>(options: Omit<HistogramConfiguration<Label>, 'registers'>): Histogram<Label> {
    return new Histogram({ buckets: SECONDS_BUCKETS, ...options, registers: [this.registry] });
  }

  /** Everything, in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }
}
