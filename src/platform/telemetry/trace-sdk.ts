import { strict as assert } from 'node:assert';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log.js';
import { noticing, serviceResource, shutDown } from './otlp-export.js';
import type { Sending, TraceOptions } from './telemetry.js';

/** Time between two exports. Our choice: that of the SDK is 5 seconds. Milliseconds. */
const EXPORT_EVERY_MS = 1_000;
/** Length beyond which the value of an attribute is cut: a line of defence, ours are shorter. */
const VALUE_CHARACTERS_MAX = 256;

/**
 * Registers the SDK, which `@opentelemetry/api` hands spans to from then on. Headers, compression and certificates of the exporter,
 * name and attributes of the service are those of the standard variables, which the SDK reads itself.
 */
export async function startTraces(options: TraceOptions, log: Log): Promise<Sending> {
  const exporter = noticing(await exporterOf(options), 'traces', log);
  const spanProcessor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: options.timeoutMs,
  });
  const provider = new TracerProvider({
    resource: serviceResource(),
    sampler: samplerOf(options),
    spanLimits: { attributeValueLengthLimit: VALUE_CHARACTERS_MAX },
    spanProcessors: [spanProcessor],
  });
  assert(trace.setGlobalTracerProvider(provider), 'traces of this process are recorded already');
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return {
    stop: async () => {
      trace.disable();
      context.disable();
      await shutDown(provider, options.timeoutMs);
    },
  };
}

async function exporterOf({ url, protocol, timeoutMs: timeoutMillis }: TraceOptions): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  return new OTLPTraceExporter({ url, timeoutMillis });
}

function samplerOf({ sampler, ratio }: TraceOptions): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}
