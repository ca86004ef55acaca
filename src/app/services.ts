import type { Config } from '../config/config.js';
import { createAccounts } from './accounts.js';
import { type AppContext } from '../context.js';
import { DemoHistory } from '../demo/demo-history.js';
import { DemoOrganization } from '../demo/demo-organization.js';
import type { Worker } from '../feature/feature.js';
import { createIntegrations, demoConnector } from './integrations.js';
import { ApiKeyCallers } from '../modules/api-keys/api-key-callers.js';
import { ApiKeyService } from '../modules/api-keys/api-key.service.js';
import { CustomCheckService } from '../modules/custom-checks/custom-check.service.js';
import { CheckEngine } from '../modules/checks/check.engine.js';
import { evidenceObjects } from '../modules/evidence/evidence.objects.js';
import { UploadService } from '../modules/evidence/upload.service.js';
import { IdempotencySweeper } from '../modules/idempotency/idempotency.jobs.js';
import { IdempotencyService } from '../modules/idempotency/idempotency.service.js';
import { importObjects } from '../modules/imports/import-objects.js';
import { ImportService } from '../modules/imports/import.service.js';
import { TenantQuota } from '../feature/tenant-quota.js';
import { CATALOGUE } from '../modules/catalogue/visibility.js';
import { POSTURE_FEED, PostureFeed } from '../modules/posture/posture-feed.js';
import { reportObjects } from '../modules/reports/report-objects.js';
import { ReportService } from '../modules/reports/report.service.js';
import { SCAN_FEED, ScanFeed } from '../modules/scans/scan-feed.js';
import { ScanJobs } from '../modules/scans/scan.jobs.js';
import { scanObjects } from '../modules/scans/scan-objects.js';
import { ScanRetention } from '../modules/scans/scan-retention.js';
import { ScanRunner } from '../modules/scans/scan-runner.js';
import { ScanService } from '../modules/scans/scan.service.js';
import { ScheduleRunner } from '../modules/schedules/schedule.jobs.js';
import { ScheduleService } from '../modules/schedules/schedule.service.js';
import { SnapshotService } from '../modules/snapshots/snapshot.service.js';
import { ObjectSweeper } from '../modules/storage/object-sweeper.js';
import { systemClock, type Clock } from '../platform/clock.js';
import { ContextValues } from '../platform/context-values.js';
import { Tokens } from '../platform/crypto/tokens.js';
import { Vault } from '../platform/crypto/vault.js';
import { Jobs } from '../platform/jobs/jobs.js';
import { periodic } from '../platform/jobs/periodic.js';
import type { Log } from '../platform/log.js';
import type { PublicUrl } from '../platform/public-url.js';
import { Notifications } from '../platform/pubsub/notifications.js';
import { type Storage } from '../platform/storage/open-storage.js';
import { type Persistence, type PersistenceOptions } from './persistence.js';
import { ServiceMetrics } from './service-metrics.js';
import { createWebhooks } from './webhooks.js';

/** The contract's limits for the default of 600 requests a minute; they scale with it. */
const TRIGGERS_PER_600 = 6;
const IMPORTS_PER_600 = 20;
const REPORTS_PER_600 = 20;
const SNAPSHOT_READS_PER_600 = 20;
const DRY_RUNS_PER_600 = 20;

export interface AppOptions extends PersistenceOptions {
  config: Config;
  log: Log;
  /** @default the machine's */
  clock?: Clock;
}

/** What the transports and the background work of a process call. */
export type Services = ReturnType<typeof createServices>;

/** Wires every service by constructors. */

export function createServices(
  { config, log, clock = systemClock }: AppOptions,
  persistence: Persistence,
  { storage, publicUrl }: { storage: Storage; publicUrl: PublicUrl },
) {
  const { database, catalogue, serviceUrl } = persistence;
  const { objects } = storage;
  const vault = new Vault(config.secretKey, config.previousSecretKeys);
  const { connectors, network, settings, ...integrations } = createIntegrations({ config, vault });
  const tokens = new Tokens(config.secretKey, config.previousSecretKeys);
  const notifications = new Notifications(serviceUrl, clock, log);
  const metrics = new ServiceMetrics();
  metrics.watchDatabase(database);
  const quota = (name: string, per600Requests: number) => {
    const made = new TenantQuota({ name, per600Requests, requestsPerMinute: config.rateLimitPerMinute });
    metrics.watchQuota(made);
    return made;
  };
  const jobs = new Jobs({ url: serviceUrl, mongodbUrl: config.mongodbUrl, log, clock, onRun: metrics.onJob });
  const scanJobs = new ScanJobs(jobs, database, clock);
  const scans = new ScanService(scanJobs, connectors, quota('scan triggers', TRIGGERS_PER_600));
  const engine = new CheckEngine(catalogue.checks);
  const runs = { database, catalogue, engine, settings, objects, network, log };
  const schedules = new ScheduleService();
  const accounts = createAccounts({ schedules, publicUrl, config, database, clock, vault, tokens, jobs, log });
  const hooks = createWebhooks({ config, database, notifications, jobs, vault, clock, log });
  const owners = [evidenceObjects, importObjects, scanObjects, reportObjects];
  const sweeper = new ObjectSweeper({ database, objects, owners, clock, log });
  const scheduler = new ScheduleRunner({ database, catalogue, clock, log, wake: (scan) => scanJobs.wake(scan) });
  const retention = new ScanRetention({ database, objects, clock, log });
  const context: AppContext = {
    clock,
    log,
    values: new ContextValues([
      CATALOGUE.holds(catalogue),
      SCAN_FEED.holds(new ScanFeed(database, notifications, log)),
      POSTURE_FEED.holds(new PostureFeed(database, notifications, log)),
    ]),
  };
  const history = new DemoHistory({ runs, connector: demoConnector(0), context });
  return {
    ...accounts,
    ...hooks,
    storage,
    metrics,
    tokens,
    notifications,
    jobs,
    scans,
    apiKeys: new ApiKeyService(database, clock),
    apiKeyCallers: new ApiKeyCallers(database, clock),
    idempotency: new IdempotencyService(vault),
    ...integrations,
    network,
    imports: new ImportService(connectors, objects, scans, quota('imports', IMPORTS_PER_600)),
    schedules,
    snapshots: new SnapshotService(objects, engine, quota('snapshot reads', SNAPSHOT_READS_PER_600)),
    customChecks: new CustomCheckService(objects, quota('dry runs', DRY_RUNS_PER_600)),
    uploads: new UploadService(objects),
    reports: new ReportService({
      objects,
      links: storage.links,
      publicUrl,
      reportQuota: quota('reports', REPORTS_PER_600),
    }),
    workers: [
      scanJobs.worker(new ScanRunner({ ...runs, clock, connectors, onEnd: metrics.onScan })),
      ...accounts.accountWorkers,
      new IdempotencySweeper(jobs, database, clock),
      ...hooks.webhookWorkers,
      periodic(jobs, { name: 'scans.schedule', every: '30 seconds', run: (signal) => scheduler.run(signal) }),
      periodic(jobs, { name: 'storage.sweep', every: '5 minutes', run: (signal) => sweeper.sweep(signal) }),
      periodic(jobs, { name: 'scans.retention', every: '1 hour', run: (signal) => retention.run(signal) }),
    ] as Worker[],
    demo: new DemoOrganization({ config, publicUrl, database, vault, history, clock, log }),
    context,
  };
}
