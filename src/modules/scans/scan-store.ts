import { query, type EntityManager } from '../../platform/database/database.js';
import { gunzippedLines } from '../../platform/storage/lines.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import type { Arrivals, StoredFinding } from '../finding-state/arrivals.js';
import type { ScanGap } from './scan-collection.js';
import type { ClaimedScan } from './scan-queue.js';
import { insertFindings, type NumberedFinding } from './scan-store.sql.js';
import type { StoredSnapshot } from './snapshot-writer.js';

const ROWS_PER_STATEMENT = 2_000;

/**
 * Reads the stored findings back: stores one row for every failing one, some thousand at a time, and gives each to `arrivals`.
 */
export async function storeFindings(
  em: EntityManager,
  scan: ClaimedScan,
  { objects, key, arrivals }: { objects: ObjectStore; key: string; arrivals: Arrivals },
): Promise<void> {
  let no = 0;
  let batch: NumberedFinding[] = [];
  for await (const line of gunzippedLines(await objects.get(key))) {
    const finding = JSON.parse(line) as StoredFinding & { check_no: number };
    await arrivals.add(finding);
    if (finding.status !== 'fail') continue;
    batch.push({ ...finding, no });
    no += 1;
    if (batch.length < ROWS_PER_STATEMENT) continue;
    await insertFindings.run(em, { scan, findings: batch });
    batch = [];
  }
  if (batch.length > 0) await insertFindings.run(em, { scan, findings: batch });
  await arrivals.end();
}

/** Stores the key of a scan's resources, and what could not be read. */
export async function storeSnapshot(
  em: EntityManager,
  scan: ClaimedScan,
  { snapshot, gaps }: { snapshot: StoredSnapshot | null; gaps: ScanGap[] },
): Promise<void> {
  await query(em)
    .updateTable('scans')
    .set({ snapshot: snapshot && JSON.stringify(snapshot), gaps: JSON.stringify(gaps) })
    .where('tenant_id', '=', scan.tenantId)
    .where('id', '=', scan.id)
    .execute();
}
