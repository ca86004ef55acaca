import type { Feature } from '../../feature/feature.js';
import { SnapshotResolver } from './snapshot.resolver.js';
import type { SnapshotService } from './snapshot.service.js';

export function snapshotsFeature(snapshots: SnapshotService): Feature {
  return { resolvers: [new SnapshotResolver(snapshots)], routes: [] };
}
