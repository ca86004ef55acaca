import { strict as assert } from 'node:assert';
import { setTimeout } from 'node:timers/promises';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
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
import type { Tracing, TracingOptions } from './tracing.js';

/** Time between two exports. Our choice: that of the SDK is 5 seconds. Milliseconds. */
const EXPORT_EVERY_MS = 1_000;
/** Length beyond which the value of an attribute is cut: a line of defence, ours are shorter. */
const VALUE_CHARACTERS_MAX = 256;

/**
 * Registers the SDK, which `@opentelemetry/api` hands spans to from then on. Headers, compression and certificates of the exporter,
 * name and attributes of the service are those of the standard variables, which the SDK reads itself.
 */
export async function startSdk(options: TracingOptions, log: Log): Promise<Tracing> {
  const exporter = noticing(await exporterOf(options), log);
  const spanProcessor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: options.timeoutMs,
  });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'crosswalk' }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
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
      // What it fails for has been logged. A retry may begin just before its limit, and end a limit later.
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, setTimeout(2 * options.timeoutMs, undefined, { ref: false })]);
    },
  };
}

async function exporterOf({ url, protocol, timeoutMs: timeoutMillis }: TracingOptions): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  return new OTLPTraceExporter({ url, timeoutMillis });
}

function samplerOf({ sampler, ratio }: TracingOptions): Sampler {
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

/** The exporter, with a line of the log when it begins to fail and when it works again. */
function noticing(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) log.warn({ err: result.error }, 'traces cannot be sent');
        if (!hasFailed && isFailing) log.info('traces are sent again');
        isFailing = hasFailed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
