import { ALL, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import type { CheckEngine } from '../checks/check-engine.js';
import { SnapshotResolver } from './snapshot.resolver.js';
import { SnapshotService } from './snapshot.service.js';

/** Reads per minute at the default of 600 requests a minute. */
const SNAPSHOT_READS_PER_600 = 20;

/** Likewise; each reads one snapshot, up to one resource, and costs by its size. */
const CONFIGURATION_READS_PER_600 = 120;

/** Snapshots of scanned resources: compared, and evaluated again. */
export const snapshotsFeature = feature({
  // Whole snapshots are read piece by piece, by quotas of their own.
  costlyFields: {
    'Query.resourceConfiguration': 1,
    'Query.compareSnapshots': 1,
    'Query.reevaluateScan': 1,
  },
  access: {
    'Query.resourceConfiguration': read(ALL),
    'Query.compareSnapshots': read(ALL),
    'Query.reevaluateScan': read(ALL),
  },
  listSizes: () => ({
    'SnapshotComparison.changes': 100,
    'ResourceChange.properties': 3,
    'ResourceConfiguration.properties': 10,
    'Reevaluation.changes': 100,
    'ResultChange.checks': 3,
  }),
  create({ storage, quota }: Platform, engine: CheckEngine) {
    const reads = quota('snapshot reads', SNAPSHOT_READS_PER_600);
    const configurations = quota('configuration reads', CONFIGURATION_READS_PER_600);
    const service = new SnapshotService(storage.objects, engine, reads, configurations);
    return { services: {}, resolvers: [new SnapshotResolver(service)] };
  },
});
