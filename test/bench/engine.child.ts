import { join } from 'node:path';
import 'reflect-metadata';
import { Connectors } from '../../src/connectors/registry.js';
import { IntegrationSettings } from '../../src/modules/integrations/integration-settings.js';
import { CheckEngine } from '../../src/modules/checks/check-engine.js';
import { queueScan } from '../../src/modules/scans/scan-enqueue.js';
import { storageLimitOf } from '../../src/modules/organizations/tiers.js';
import { ScanRunner } from '../../src/modules/scans/scan-runner.js';
import { StorageQuota } from '../../src/modules/storage/storage-quota.js';
import { systemClock } from '../../src/platform/clock.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import { createLog } from '../../src/platform/log.js';
import { GuardedNetwork } from '../../src/platform/safe-fetch/guarded-network.js';
import { DiskObjectStore } from '../../src/platform/storage/disk-object-store.js';
import { openPersistence } from '../../src/app/persistence.js';
import { configFor } from '../support/config.js';
import { answerParent } from './answer-parent.js';
import { LargeAccount } from './large-account.js';

/** Parameters of a scan. */
export interface EngineRun {
  databaseUrl: string;
  dataDir: string;
  tenantId: string;
  integrationId: string;
  resources: number;
  checks: number;
}

/** Time and memory of a scan. */
export interface EngineResult {
  scanId: string;
  ms: number;
  cpuMs: number;
  evaluations: number;
  types: number;
  /** Memory of the process before the scan, and at its peak. */
  rssBeforeBytes: number;
  rssPeakBytes: number;
}

/** Scans a large account in this process, from the queue to the stored results. */
async function scan({
  databaseUrl,
  dataDir,
  tenantId,
  integrationId,
  resources,
  checks,
}: EngineRun): Promise<EngineResult> {
  const config = configFor(databaseUrl, { dataDir });
  const log = createLog('silent');
  const persistence = await openPersistence(config, log);
  const { database, catalogue } = persistence;
  const account = new LargeAccount(resources, catalogue.checks.filter(({ logic }) => logic).slice(0, checks));
  const connectors = new Connectors([account]);
  const runner = new ScanRunner({
    database,
    catalogue,
    engine: new CheckEngine(catalogue.checks),
    connectors,
    settings: new IntegrationSettings(connectors, new Vault(config.secretKey)),
    objects: new DiskObjectStore(join(dataDir, 'objects')),
    storageQuota: new StorageQuota(storageLimitOf),
    network: new GuardedNetwork({ allowsPrivate: false }),
    clock: systemClock,
    log,
  });
  const scanId = await database.within({ kind: 'tenant', tenantId }, () =>
    database.fork().transactional((em) =>
      queueScan(em, {
        tenantId,
        userId: null,
        trigger: 'manual',
        integrations: [{ id: integrationId, importKey: null }],
        frameworks: catalogue.frameworks.map(({ slug }) => slug),
        hasHipaaPrivacy: true,
        catalogue,
        at: new Date(),
      }),
    ),
  );
  const rssBeforeBytes = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await runner.run(tenantId, scanId, new AbortController().signal);
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  // Of the whole life of the process, in KiB.
  const rssPeakBytes = process.resourceUsage().maxRSS * 1_024;
  await persistence.close();
  const { evaluations, types } = account;
  return { scanId, ms, cpuMs: (user + system) / 1_000, evaluations, types, rssBeforeBytes, rssPeakBytes };
}

answerParent({ scan, stop: () => undefined });
