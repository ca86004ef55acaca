import { join } from 'node:path';
import type { CollectContext, Collected, Connector } from '../../src/connectors/connector.js';
import type { Finding } from '../../src/connectors/finding.js';
import { Connectors } from '../../src/connectors/registry.js';
import { NO_SETTINGS } from '../../src/connectors/settings.js';
import { IntegrationSettings } from '../../src/modules/integrations/integration-settings.js';
import { CheckEngine } from '../../src/modules/checks/check-engine.js';
import { SCAN_LIMITS, type ScanLimits } from '../../src/platform/time-limits.js';
import { storageLimitOf } from '../../src/modules/organizations/tiers.js';
import { ScanRunner } from '../../src/modules/scans/scan-runner.js';
import { StorageQuota } from '../../src/modules/storage/storage-quota.js';
import { systemClock, type Clock } from '../../src/platform/clock.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import { GuardedNetwork } from '../../src/platform/safe-fetch/guarded-network.js';
import { createLog } from '../../src/platform/log.js';
import { DiskObjectStore } from '../../src/platform/storage/disk-object-store.js';
import { openPersistence, type Persistence } from '../../src/app/persistence.js';
import type { TestService } from '../support/service.js';

/** Collection of a cloud account under test. */
export type Collect = (ctx: CollectContext) => AsyncIterable<Collected>;

/** Fake of a cloud account, whose behaviour the test decides. */
export class Cloud implements Connector {
  readonly type = 'demo';
  readonly title = 'Cloud';
  readonly description = 'A cloud account of the test.';
  readonly settings = NO_SETTINGS;
  readonly permissions = [];
  readonly acceptsReports = false;
  /** Number of collections that were begun. */
  begun = 0;

  constructor(private readonly behaviour: Collect) {}

  probe(): Promise<string[]> {
    return Promise.resolve([]);
  }

  collect(ctx: CollectContext): AsyncIterable<Collected> {
    this.begun += 1;
    return this.behaviour(ctx);
  }
}

/** Fake of a cloud account that blocks a scan until the test opens the gate, and then yields its findings. */
export interface GatedCloud {
  cloud: Cloud;
  /** Resolves when a scan waits at the gate. */
  entered: Promise<CollectContext>;
  open: () => void;
}

export function gatedCloud(findings: Finding[]): GatedCloud {
  const gate = Promise.withResolvers<undefined>();
  const entry = Promise.withResolvers<CollectContext>();
  const cloud = new Cloud(async function* (ctx) {
    entry.resolve(ctx);
    await gate.promise;
    for (const finding of findings) yield { kind: 'finding', finding };
  });
  return { cloud, entered: entry.promise, open: () => gate.resolve(undefined) };
}

/** The runner of one worker process, on the database and the objects of a service that is web only. */
export class Worker {
  private readonly stopping = new AbortController();

  private constructor(
    private readonly persistence: Persistence,
    private readonly runner: ScanRunner,
  ) {}

  static async open(
    { config, content }: TestService,
    cloud: Connector,
    clock: Clock = systemClock,
    limits: ScanLimits = SCAN_LIMITS,
  ): Promise<Worker> {
    const log = createLog('silent');
    const persistence = await openPersistence(config, log, { content });
    const { database, catalogue } = persistence;
    const objects = new DiskObjectStore(join(config.dataDir, 'objects'));
    const connectors = new Connectors([cloud]);
    const settings = new IntegrationSettings(connectors, new Vault(config.secretKey));
    const network = new GuardedNetwork({ allowsPrivate: true });
    const engine = new CheckEngine(catalogue.checks);
    const storageQuota = new StorageQuota(storageLimitOf);
    const options = {
      database,
      catalogue,
      engine,
      connectors,
      settings,
      objects,
      storageQuota,
      network,
      clock,
      log,
      limits,
    };
    return new Worker(persistence, new ScanRunner(options));
  }

  run(tenantId: string, scanId: string): Promise<boolean> {
    return this.runner.run(tenantId, scanId, this.stopping.signal);
  }

  /** Stops as SIGTERM does: the scan that runs is released. */
  stop(): void {
    this.stopping.abort(new Error('the process stops'));
  }

  async close(): Promise<void> {
    this.stop();
    await this.persistence.close();
  }
}
