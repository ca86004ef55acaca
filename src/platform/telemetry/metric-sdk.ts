import { emptyResource } from '@opentelemetry/resources';
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type MetricProducer,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import { metricDataOf } from './metric-data.rules.js';
import { noticing, serviceResource, shutDown } from './otlp-export.js';
import type { MetricOptions, Sending } from './telemetry.js';

/** What the metrics are of, within the service. */
const SCOPE = { name: 'crosswalk' };

/**
 * Begins to push `metrics` with the SDK, which has no instruments of its own: it reads ours as a scrape does. Nothing is registered
 * for the process.
 */
export async function startMetrics(
  options: MetricOptions,
  metrics: Pick<Metrics, 'families'>,
  log: Log,
): Promise<Sending> {
  const reader = new PeriodicExportingMetricReader({
    exporter: noticing(await exporterOf(options), 'metrics', log),
    metricProducers: [producerOf(metrics, log)],
    exportIntervalMillis: options.intervalMs,
    // The reader wants no limit that is longer than the interval.
    exportTimeoutMillis: Math.min(options.timeoutMs, options.intervalMs),
  });
  const provider = new MeterProvider({ resource: serviceResource(), readers: [reader] });
  return { stop: () => shutDown(provider, options.timeoutMs) };
}

async function exporterOf({ url, protocol, timeoutMs: timeoutMillis }: MetricOptions): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-metrics-otlp-http')
    : import('@opentelemetry/exporter-metrics-otlp-proto'));
  return new OTLPMetricExporter({ url, timeoutMillis });
}

/** Bridge from the registry of Prometheus to the SDK, which gives the data its own resource. */
function producerOf(metrics: Pick<Metrics, 'families'>, log: Log): MetricProducer {
  const resource = emptyResource();
  return {
    collect: async () => {
      try {
        const period = { startMs: performance.timeOrigin, endMs: Date.now() };
        const data = metricDataOf(await metrics.families(), period);
        return { resourceMetrics: { resource, scopeMetrics: [{ scope: SCOPE, metrics: data }] }, errors: [] };
      } catch (err) {
        // The SDK would report it to nobody.
        log.warn({ err }, 'metrics cannot be read');
        return { resourceMetrics: { resource, scopeMetrics: [] }, errors: [err] };
      }
    },
  };
}
