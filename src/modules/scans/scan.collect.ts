import type { Connector } from '../../connectors/connector.js';
import type { Clock } from '../../platform/clock.js';
import { inChunks } from '../../platform/storage/lines.js';
import type { ObjectStore, StoredObject } from '../../platform/storage/object-store.js';
import type { Tally } from './tally.rules.js';

/** An integration as a scan reads it. */
export interface ScannedIntegration {
  id: string;
  name: string;
  connector: Connector;
  config: Record<string, unknown>;
  scansBefore: number;
  importKey: string | null;
}

export interface CollectOptions {
  integrations: ScannedIntegration[];
  tally: Tally;
  objects: ObjectStore;
  /** Where the findings of the scan are kept: one JSON object a line, gzip. */
  key: string;
  clock: Clock;
  signal: AbortSignal;
  /** Told often; `fraction` is 0 to 1 over all integrations. */
  onProgress: (fraction: number, integration: string) => Promise<void>;
}

/**
 * Reads every integration to its end, rolls the findings up and keeps them all, compressed, in one object. Memory stays
 * bounded whatever the number of findings: they pass through one at a time.
 */
export function collectFindings(options: CollectOptions): Promise<StoredObject> {
  return options.objects.put(options.key, inChunks(lines(options)), true);
}

async function* lines(options: CollectOptions): AsyncGenerator<string> {
  const { integrations, tally, signal } = options;
  for (const [index, integration] of integrations.entries()) {
    const collected = integration.connector.collect({
      config: integration.config,
      scansBefore: integration.scansBefore,
      openImport: () =>
        integration.importKey === null ? Promise.resolve(null) : options.objects.get(integration.importKey),
      clock: options.clock,
      signal,
    });
    for await (const step of collected) {
      signal.throwIfAborted();
      if (step.kind === 'progress') {
        await options.onProgress((index + step.fraction) / integrations.length, integration.name);
        continue;
      }
      const check = tally.add(integration.id, step.finding);
      yield JSON.stringify({ integration_id: integration.id, check_no: check.no, ...step.finding }) + '\n';
    }
  }
}
