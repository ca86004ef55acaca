import { z } from 'zod';
import { SECOND } from '../platform/clock.js';
import { OTLP_PROTOCOLS, SAMPLERS, type TelemetryOptions, type TraceOptions } from '../platform/telemetry/telemetry.js';

/** Path of traces below the address for all signals. Source: OpenTelemetry protocol exporter, "Endpoint URLs for OTLP/HTTP". */
const TRACES_PATH = 'v1/traces';

const address = z.url({ protocol: /^https?$/ }).optional();
const protocol = z.enum(OTLP_PROTOCOLS, `has to be one of ${OTLP_PROTOCOLS.join(', ')}`);

/**
 * Settings of traces, under their standard names. Headers, compression, certificates and what the service is called are read by the
 * SDK itself.
 */
export const TELEMETRY_SETTINGS = {
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce
    .number()
    .int()
    .min(100)
    .max(10 * SECOND)
    .default(3 * SECOND),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

type TelemetrySettings = z.infer<z.ZodObject<typeof TELEMETRY_SETTINGS>>;

/** What is sent to a collector, and where to. */
export function telemetryOf(settings: TelemetrySettings): TelemetryOptions {
  return { traces: tracesOf(settings) };
}

function tracesOf(settings: TelemetrySettings): TraceOptions | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = settings;
  if (settings.OTEL_SDK_DISABLED) return null;
  const url = own ?? (base === undefined ? null : `${base.replace(/\/$/, '')}/${TRACES_PATH}`);
  if (url === null) return null;
  return {
    url,
    protocol: settings.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? settings.OTEL_EXPORTER_OTLP_PROTOCOL,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    timeoutMs: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
  };
}
