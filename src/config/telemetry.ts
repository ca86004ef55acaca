import { z } from 'zod';
import { HOUR, SECOND } from '../platform/clock.js';
import {
  OTLP_PROTOCOLS,
  SAMPLERS,
  type MetricOptions,
  type TelemetryOptions,
  type TraceOptions,
} from '../platform/telemetry/telemetry.js';
import { areHeaders } from './otlp-headers.rules.js';

const address = z.url({ protocol: /^https?$/ }).optional();
const protocol = z.enum(OTLP_PROTOCOLS, `has to be one of ${OTLP_PROTOCOLS.join(', ')}`);
const headers = z
  .string()
  .refine(areHeaders, 'has to be a list such as api-key=abc,x-scope=one, with %2C for a comma and %3B for a semicolon')
  .optional();

/**
 * Settings of traces and of metrics that are pushed, under their standard names. Compression, certificates and what the service is called
 * are read by the SDK itself, and so are headers, which are only checked here.
 */
export const TELEMETRY_SETTINGS = {
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: headers,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce
    .number()
    .int()
    .min(100)
    .max(10 * SECOND)
    .default(3 * SECOND),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce
    .number()
    .int()
    .min(SECOND)
    .max(HOUR)
    .default(60 * SECOND),
  // What Prometheus reads counts from the start on: differences would need a second set of counters.
  OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: z
    .string()
    .regex(/^cumulative$/i, 'can only be cumulative')
    .optional(),
};

type TelemetrySettings = z.infer<z.ZodObject<typeof TELEMETRY_SETTINGS>>;

/** What is sent to a collector, and where to. */
export function telemetryOf(settings: TelemetrySettings): TelemetryOptions {
  if (settings.OTEL_SDK_DISABLED) return { traces: null, metrics: null };
  return { traces: tracesOf(settings), metrics: metricsOf(settings) };
}

function tracesOf(settings: TelemetrySettings): TraceOptions | null {
  const url = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? below(settings, 'v1/traces');
  if (url === null) return null;
  return {
    url,
    protocol: settings.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? settings.OTEL_EXPORTER_OTLP_PROTOCOL,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    timeoutMs: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
  };
}

function metricsOf(settings: TelemetrySettings): MetricOptions | null {
  const url = settings.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? below(settings, 'v1/metrics');
  if (url === null || settings.OTEL_METRICS_EXPORTER === 'none') return null;
  return {
    url,
    protocol: settings.OTEL_EXPORTER_OTLP_METRICS_PROTOCOL ?? settings.OTEL_EXPORTER_OTLP_PROTOCOL,
    timeoutMs: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
    intervalMs: settings.OTEL_METRIC_EXPORT_INTERVAL,
  };
}

/** A path below the address for everything. Source: OpenTelemetry protocol exporter, "Endpoint URLs for OTLP/HTTP". */
function below({ OTEL_EXPORTER_OTLP_ENDPOINT: base }: TelemetrySettings, path: string): string | null {
  return base === undefined ? null : `${base.replace(/\/$/, '')}/${path}`;
}
