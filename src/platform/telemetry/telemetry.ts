import type { Log } from '../log.js';

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

export interface TraceOptions {
  /** Where spans are sent to, with the path (`/v1/traces`). Chosen by the operator: it is no address of a tenant, and not guarded. */
  url: string;
  protocol: (typeof OTLP_PROTOCOLS)[number];
  sampler: (typeof SAMPLERS)[number];
  /** Share of traces that samplers by ratio record, 0 to 1. */
  ratio: number;
  /** Limit of one export, and half of that of the last one, which a stop waits for. Milliseconds. */
  timeoutMs: number;
}

/** What is sent to a collector. */
export interface TelemetryOptions {
  /** Null means that none are recorded. */
  traces: TraceOptions | null;
}

/** The sending of one kind of telemetry. */
export interface Sending {
  /** Sends what is left, within twice the limit of one export; a collector that does not answer loses it. */
  stop(): Promise<void>;
}

/** What a process sends to a collector. */
export type Telemetry = Sending;

/** Begins to record spans. Without options nothing is loaded, and every span of `spans.ts` is none. */
export async function startTelemetry({ traces }: TelemetryOptions, log: Log): Promise<Telemetry> {
  if (traces === null) return { stop: () => Promise.resolve() };
  const { startTraces } = await import('./trace-sdk.js');
  return startTraces(traces, log);
}
