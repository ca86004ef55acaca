import { setTimeout } from 'node:timers/promises';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
  type Resource,
} from '@opentelemetry/resources';
import type { Log } from '../log.js';

/** Exporter of the SDK, for one kind of what is sent. */
interface Exporter<Sent, Result> {
  export(sent: Sent, done: (result: Result) => void): void;
  forceFlush?(): Promise<void>;
  shutdown(): Promise<void>;
}

/**
 * The service as what sends: `crosswalk`, and an id of this process, without which a collector would take the counters of two processes
 * for one. The standard variables, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`, decide instead.
 */
export function serviceResource(): Resource {
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector];
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'crosswalk' }))
    .merge(detectResources({ detectors }));
}

/** The exporter, with a line of the log when it begins to fail and when it works again. @param what is sent, for that line */
export function noticing<Sent, Result extends { error?: Error }>(
  exporter: Exporter<Sent, Result>,
  what: string,
  log: Log,
): Required<Exporter<Sent, Result>> {
  let isFailing = false;
  return {
    export: (sent, done) =>
      exporter.export(sent, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) log.warn({ err: result.error }, `${what} cannot be sent`);
        if (!hasFailed && isFailing) log.info(`${what} are sent again`);
        isFailing = hasFailed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/**
 * Sends what is left and ends the sending, within twice the limit of one export: one may be under way, or be tried again just before its
 * limit. What it fails for has been logged.
 */
export async function shutDown(sdk: { shutdown(): Promise<void> }, timeoutMs: number): Promise<void> {
  const sent = sdk.shutdown().catch(() => undefined);
  await Promise.race([sent, setTimeout(2 * timeoutMs, undefined, { ref: false })]);
}
