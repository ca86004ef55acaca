import type { EntityManager } from '../../platform/database/database.js';
import { insertArtifacts, linkArtifacts, type ScanArtifact, type ScanOrigin } from './scan-artifact.sql.js';

/** Writes the artifacts of a scan and their links to controls: two statements, whatever their number. Objects first, rows second. */
export async function storeEvidence(
  em: EntityManager,
  origin: ScanOrigin,
  artifacts: readonly ScanArtifact[],
): Promise<void> {
  if (artifacts.length === 0) return;
  await insertArtifacts.run(em, { origin, artifacts });
  await linkArtifacts.run(em, { origin, artifacts });
}
