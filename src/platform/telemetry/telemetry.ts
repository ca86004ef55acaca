import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';

/** How much is recorded. Source: OpenTelemetry, "General SDK configuration", `OTEL_TRACES_SAMPLER`. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Encodings of OTLP over HTTP. */
export const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/** A collector, for one kind of what is sent. */
export interface OtlpReceiver {
  /** With the path (`/v1/traces`). Chosen by the operator: it is no address of a tenant, and not guarded. */
  url: string;
  protocol: (typeof OTLP_PROTOCOLS)[number];
  /** Limit of one export, and half of that of the last one, which a stop waits for. Milliseconds. */
  timeoutMs: number;
}

export interface TraceOptions extends OtlpReceiver {
  sampler: (typeof SAMPLERS)[number];
  /** Share of traces that samplers by ratio record, 0 to 1. */
  ratio: number;
}

export interface MetricOptions extends OtlpReceiver {
  /** Time between two exports. Milliseconds. */
  intervalMs: number;
}

/** What is sent to a collector. */
export interface TelemetryOptions {
  /** Null means that none are recorded. */
  traces: TraceOptions | null;
  /** Null means that none are pushed. */
  metrics: MetricOptions | null;
}

/** The sending of one kind of telemetry. */
export interface Sending {
  /** Sends what is left, within twice the limit of one export; a collector that does not answer loses it. */
  stop(): Promise<void>;
}

/** What a process sends to a collector. */
export interface Telemetry extends Sending {
  /** Begins to push `metrics` from time to time, and once more at the stop. Without options nothing is loaded. */
  push(metrics: Pick<Metrics, 'families'>): Promise<void>;
}

/** Begins to record spans. Without options nothing is loaded, and every span of `spans.ts` is none. */
export async function startTelemetry({ traces, metrics: pushed }: TelemetryOptions, log: Log): Promise<Telemetry> {
  const sendings: Sending[] = [];
  if (traces !== null) {
    const { startTraces } = await import('./trace-sdk.js');
    sendings.push(await startTraces(traces, log));
  }
  return {
    push: async (metrics) => {
      if (pushed === null) return;
      const { startMetrics } = await import('./metric-sdk.js');
      sendings.push(await startMetrics(pushed, metrics, log));
    },
    stop: async () => {
      await Promise.all(sendings.map((sending) => sending.stop()));
    },
  };
}
