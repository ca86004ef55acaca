import { ALL, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import type { CheckEngine } from '../checks/check-engine.js';
import { SnapshotResolver } from './snapshot.resolver.js';
import { SnapshotService } from './snapshot.service.js';

/** Reads per minute at the default of 600 requests a minute. */
const SNAPSHOT_READS_PER_600 = 20;

/** Snapshots of scanned resources: compared, and evaluated again. */
export const snapshotsFeature = feature({
  access: { 'Query.compareSnapshots': read(ALL), 'Query.reevaluateScan': read(ALL) },
  listSizes: () => ({
    'SnapshotComparison.changes': 100,
    'ResourceChange.properties': 3,
    'Reevaluation.changes': 100,
    'ResultChange.checks': 3,
  }),
  create({ storage, quota }: Platform, engine: CheckEngine) {
    const reads = quota('snapshot reads', SNAPSHOT_READS_PER_600);
    return { services: {}, resolvers: [new SnapshotResolver(new SnapshotService(storage.objects, engine, reads))] };
  },
});
