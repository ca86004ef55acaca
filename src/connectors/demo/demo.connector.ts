import { fileURLToPath } from 'node:url';
import { SECOND } from '../../platform/clock.js';
import type { CollectContext, Collected, Connector, ProbeContext } from '../connector.js';
import { NO_SETTINGS } from '../settings.js';
import { stepsOf } from './pacing.rules.js';
import { loadSnapshot } from './snapshot-load.js';

/**
 * Folder of the shipped snapshot. The build does not copy data files: compiled code, under dist, reads them from the
 * sources.
 */
const SHIPPED_SNAPSHOT = fileURLToPath(new URL('../../../../src/connectors/demo/snapshot', import.meta.url));

const PACE_MS = 25 * SECOND;

/** Options of the connector. */
export interface DemoConnectorOptions {
  /** Duration of a collection, spread evenly over its steps. @default 25_000 // 25 seconds */
  paceMs?: number;
  /** Folder of the snapshot. @default the one shipped with the sources */
  directory?: string;
}

/**
 * Collects from a fictitious company: Northwind Clinics, at AWS, Azure, GCP, GitHub, Kubernetes, Microsoft 365 and Okta. The
 * resources depend only on the number of previous scans: some weaknesses are repaired after the first scans, others come
 * back, so that controls change from scan to scan.
 */
export class DemoConnector implements Connector {
  readonly type = 'demo';
  readonly title = 'Demonstration';
  readonly description =
    'A made-up company to try the service with: Northwind Clinics, at AWS, Azure, GCP, GitHub, Kubernetes, Microsoft 365 and Okta.';
  readonly settings = NO_SETTINGS;
  readonly permissions = [];
  readonly acceptsReports = false;
  private readonly paceMs: number;
  private readonly directory: string;

  constructor({ paceMs = PACE_MS, directory = SHIPPED_SNAPSHOT }: DemoConnectorOptions = {}) {
    this.paceMs = paceMs;
    this.directory = directory;
  }

  /** Never has problems. */
  async probe(ctx?: Pick<ProbeContext, 'reached'>): Promise<string[]> {
    await loadSnapshot(this.directory);
    ctx?.reached?.([{ kind: 'organization', value: 'Northwind Clinics, which is made up' }]);
    return [];
  }

  /** @throws the signal's reason as soon as it aborts */
  async *collect({ scansBefore, clock, signal }: CollectContext): AsyncGenerator<Collected> {
    signal.throwIfAborted();
    const snapshot = await loadSnapshot(this.directory);
    const steps = stepsOf(snapshot, scansBefore);
    for (const [index, step] of steps.entries()) {
      await clock.sleep(this.paceMs / steps.length, signal);
      for (const resource of step) {
        signal.throwIfAborted();
        yield { kind: 'resource', resource };
      }
      yield { kind: 'progress', fraction: (index + 1) / steps.length };
    }
    yield { kind: 'read', resourceTypes: snapshot.flatMap(({ resourceTypes }) => [...resourceTypes]) };
  }
}
