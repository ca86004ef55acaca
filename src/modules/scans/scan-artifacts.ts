import { createHash } from 'node:crypto';
import { newId } from '../../platform/crypto/uuid.js';
import type { ObjectStore, StoredObject } from '../../platform/storage/object-store.js';
import type { ArtifactPart, ScanArtifact } from '../evidence/scan-artifact.sql.js';
import { failingFindingsPath } from '../finding-state/findings-path.rules.js';
import { findingText } from './finding-text.rules.js';
import type { ClaimedScan } from './scan-queue.js';
import type { StoredSnapshot } from './snapshot-writer.js';
import type { ControlResult } from './finding-aggregate.rules.js';

export const FINDINGS_FILE = 'findings.ndjson.gz';
export const SNAPSHOT_FILE = 'resources.ndjson.gz';

const EVIDENCE_FILE = 'evidence.ndjson';

const NEWLINE = Buffer.from('\n');
const CHUNK_BYTES = 64 * 1024;

/** The stored findings and resources of a scan, to which the evidence of every control points. */
export interface StoredScan {
  findings: StoredObject & { key: string };
  /** Null where the integrations gave findings only. */
  snapshot: StoredSnapshot | null;
}

/** Content that the evidence of all controls shares. */
interface Shared {
  stored: StoredScan;
  at: Date;
}

/** Key of an object of one attempt of a scan. Attempts share no keys: a lost one cannot overwrite what a later one stored. */
export function scanKey(scan: ClaimedScan, name: string): string {
  return `${scan.tenantId}/scans/${scan.id}/${scan.leaseNumber}/${name}`;
}

/** Key of the findings of a scan, from that of its resources: both are of one attempt. */
export function findingsKeyOf(snapshotKey: string): string {
  return snapshotKey.slice(0, snapshotKey.lastIndexOf('/') + 1) + FINDINGS_FILE;
}

/**
 * Stores what a scan shows of every control that a check looked at, whether or not it decides it, in one object: a line of JSON for each
 * control with its result, the checks behind it, their failures, and the keys of all findings and of the evaluated resources, with their
 * SHA-256. The evidence of one control is its line without the end.
 * @returns the artifact; null, and nothing is stored, where no check looked at any control
 */
export async function writeArtifact(
  objects: ObjectStore,
  scan: ClaimedScan,
  results: ControlResult[],
  shared: Shared,
): Promise<ScanArtifact | null> {
  const checked = results.filter(({ checks }) => checks.length > 0);
  if (checked.length === 0) return null;
  const parts: ArtifactPart[] = [];
  const fileReference = scanKey(scan, EVIDENCE_FILE);
  const stored = await objects.put(fileReference, linesOf(scan, checked, { shared, parts }));
  const counts = Map.groupBy(checked, ({ status }) => status);
  const count = (status: ControlResult['status']) => counts.get(status)?.length ?? 0;
  return {
    id: newId(),
    title: 'Results of a scan',
    description: `${checked.length} controls: ${count('pass')} pass, ${count('fail')} fail, ${count('not_applicable')} not decided by tests.`,
    fileReference,
    fileName: `scan-results-${shared.at.toISOString().slice(0, 10)}.ndjson`,
    contentType: 'application/x-ndjson',
    ...stored,
    parts,
  };
}

/** The lines of the object, some together; adds the part of each control to `parts`. */
async function* linesOf(
  scan: ClaimedScan,
  results: readonly ControlResult[],
  { shared, parts }: { shared: Shared; parts: ArtifactPart[] },
): AsyncGenerator<Buffer> {
  const ids = neighbouringIds(results.length);
  let offset = 0;
  let chunk: Buffer[] = [];
  let chunkBytes = 0;
  for (const [index, result] of results.entries()) {
    const line = Buffer.from(JSON.stringify(artifactOf(scan, result, shared)));
    const sha256 = createHash('sha256').update(line).digest('hex');
    parts.push({ id: ids[index] ?? newId(), controlNo: result.control.no, offset, size: line.length, sha256 });
    chunk.push(line, NEWLINE);
    chunkBytes += line.length + NEWLINE.length;
    offset += line.length + NEWLINE.length;
    if (chunkBytes < CHUNK_BYTES) continue;
    yield Buffer.concat(chunk);
    [chunk, chunkBytes] = [[], 0];
  }
  if (chunkBytes > 0) yield Buffer.concat(chunk);
}

/** Ids that differ in their last four digits alone: side by side in the index, so that a scan touches few of its blocks. */
function neighbouringIds(count: number): string[] {
  const stem = newId().slice(0, -4);
  return Array.from({ length: count }, (_, index) => stem + index.toString(16).padStart(4, '0'));
}

function artifactOf(
  scan: ClaimedScan,
  result: ControlResult,
  { stored: { findings, snapshot }, at }: Shared,
): Record<string, unknown> {
  const { control } = result;
  return {
    control: { id: control.id, framework: control.framework.name, control_id: control.controlId, title: control.title },
    scan_job_id: scan.id,
    collected_at: at.toISOString(),
    status: result.status.replace('_', '-'),
    evaluated: result.isEvaluated,
    severity: result.severity,
    finding: findingText(result),
    resources_passed: result.resourcesPassed,
    resources_failed: result.resourcesFailed,
    resources_accepted: result.resourcesAccepted,
    checks: result.checks.map((check) => ({
      integration_id: check.integrationId,
      scanner: check.scanner,
      rule_id: check.ruleId,
      check_id: check.check?.id ?? null,
      title: check.title,
      decides: check.decided.has(control),
      severity: check.severity,
      resources_passed: new Set(check.passed).size,
      resources_failed: new Set(check.failed).size,
      resources_accepted: new Set(check.accepted).size,
      // The first; `findings_url` has all, also those that exceptions accept.
      failures: check.failures,
      failures_total: check.failed.length,
      findings_url: failingFindingsPath({
        scanId: scan.id,
        integrationId: check.integrationId,
        rules: [`${check.scanner}:${check.ruleId}`],
      }),
    })),
    findings: { key: findings.key, sha256: findings.sha256, size: findings.size, format: 'NDJSON, gzip' },
    snapshot: snapshot && {
      key: snapshot.key,
      sha256: snapshot.sha256,
      size: snapshot.size,
      resources: snapshot.resources,
      format: 'NDJSON, gzip',
    },
  };
}
