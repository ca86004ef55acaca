import type { EntityManager } from '../../platform/database/database.js';
import { insertArtifact, insertParts, type ScanArtifact, type ScanOrigin } from './scan-artifact.sql.js';

/** Writes the artifact of a scan and its parts: two statements, whatever the number of controls. Object first, rows second. */
export async function storeEvidence(em: EntityManager, origin: ScanOrigin, artifact: ScanArtifact): Promise<void> {
  await insertArtifact.run(em, { origin, artifact });
  await insertParts.run(em, { origin, artifact });
}
