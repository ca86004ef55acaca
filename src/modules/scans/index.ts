import { ADMIN_MEMBER, ALL, reachingOut, read, scoped } from '../../access/access.js';
import type { Connectors } from '../../connectors/registry.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { SECOND } from '../../platform/clock.js';
import { periodic } from '../../platform/jobs/periodic.js';
import { WORK_BUCKETS, type Metrics } from '../../platform/metrics.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { CheckEngine } from '../checks/check-engine.js';
import type { IntegrationSettings } from '../integrations/integration-settings.js';
import type { StorageQuota } from '../storage/storage-quota.js';
import { ScanComparisonResolver } from './comparison.resolver.js';
import { RESULTS_LISTED } from './control-result.loader.js';
import { ControlResultResolver, ControlResultsResolver } from './control-result.resolver.js';
import { ControlFindingResolver } from './finding.resolver.js';
import { ReportRuleResolver } from './report-rule.resolver.js';
import { ScanResultResolver } from './result.resolver.js';
import { ScanEntity } from './scan.entity.js';
import { SCAN_FEED, ScanFeed } from './scan-feed.js';
import { ScanJobs } from './scan.jobs.js';
import { scanObjects } from './scan-objects.js';
import { ScanReachResolver } from './scan-reach.resolver.js';
import { ScanResolver } from './scan.resolver.js';
import { scanRoutes } from './scan.rest.js';
import { ScanRetention } from './scan-retention.js';
import { ScanRunner, type ScanOutcome } from './scan-runner.js';
import { ScanService } from './scan.service.js';

/** At the default of 600 requests a minute. Source: schema/contract/limits.md. */
const TRIGGERS_PER_600 = 6;
const TRIGGERS = 'scan triggers';

interface Needs {
  catalogue: Catalogue;
  engine: CheckEngine;
  connectors: Connectors;
  settings: IntegrationSettings;
  network: GuardedNetwork;
  storageQuota: StorageQuota;
}

/** Scans: queued, run, retained; their findings and their comparisons. */
export const scansFeature = feature({
  access: {
    'Query.compareScans': read(ALL),
    'Query.scan': read(ALL),
    'Query.scans': read(ALL),
    'Query.scanResults': read(ALL),
    'Query.unknownRules': read(ALL),
    'Mutation.triggerScan': reachingOut(TRIGGERS, scoped('scan', ADMIN_MEMBER)),
    'Mutation.cancelScan': scoped('scan', ADMIN_MEMBER),
    'Subscription.scanProgress': read(ALL),
    'Subscription.scansChanged': read(ALL),
  },
  listSizes: ({ frameworks }) => ({
    'Scan.gaps': 5,
    'Scan.resourceTypes': 20,
    'Scores.frameworks': frameworks,
    'Control.results': RESULTS_LISTED,
    'ControlFinding.resources': 20,
    'ControlResult.failingChecks': 5,
    'ScanComparison.changes': 100,
    'ScanComparison.newlyFailedSeverities': 5,
    'ScanDifference.newlyFailingSeverities': 5,
    'ScanDifference.newlyFailingChecks': 5,
    'ScanResult.failingChecks': 5,
    'Subscription.scansChanged': 10,
  }),
  tags: { scans: { name: 'Scans', description: 'Scan jobs: trigger one, poll it, read its results.' } },
  entities: [ScanEntity],
  objects: scanObjects,
  create(platform: Platform, { catalogue, engine, connectors, settings, network, storageQuota }: Needs) {
    const { config, clock, log, database, storage, jobs, notifications, metrics, quota } = platform;
    const { objects } = storage;
    const scanJobs = new ScanJobs(jobs, database, clock);
    const scans = new ScanService(scanJobs, connectors, quota(TRIGGERS, TRIGGERS_PER_600));
    /** What any scan is run with, but for its clock and connectors. */
    const runs = { database, catalogue, engine, settings, objects, storageQuota, network, log };
    const runner = new ScanRunner({
      ...runs,
      clock,
      connectors,
      limits: config.scanLimits,
      onEnd: scanDurations(metrics),
    });
    const retention = new ScanRetention({ database, objects, clock, log });
    return {
      services: { scans, runs, wakeScan: (scan: { tenantId: string; scanId: string }) => scanJobs.wake(scan) },
      resolvers: [
        new ScanResolver(scans),
        new ScanComparisonResolver(),
        new ControlFindingResolver(),
        new ControlResultsResolver(),
        new ControlResultResolver(),
        new ReportRuleResolver(),
        new ScanReachResolver(),
        new ScanResultResolver(),
      ],
      routes: scanRoutes,
      workers: [
        scanJobs.worker(runner),
        periodic(jobs, { name: 'scans.retention', every: '1 hour', run: (signal) => retention.run(signal) }),
      ],
      contextValues: [SCAN_FEED.holds(new ScanFeed(database, notifications, log))],
    };
  },
});

function scanDurations(metrics: Metrics): (outcome: ScanOutcome, ms: number) => void {
  const durations = metrics.histogram({
    name: 'crosswalk_scan_duration_seconds',
    help: 'Runs of scans in this process, by outcome: completed, failed, released or lost.',
    labelNames: ['outcome'],
    buckets: WORK_BUCKETS,
  });
  return (outcome, ms) => durations.observe({ outcome }, ms / SECOND);
}
