import { newId } from '../../platform/crypto/uuid.js';
import type { ObjectStore, StoredObject } from '../../platform/storage/object-store.js';
import type { ScanArtifact } from '../evidence/scan-artifact.sql.js';
import { failingFindingsPath } from '../finding-state/findings-path.rules.js';
import { findingText } from './finding-text.rules.js';
import type { ClaimedScan } from './scan-queue.js';
import type { StoredSnapshot } from './snapshot-writer.js';
import type { ControlResult } from './finding-aggregate.rules.js';

export const FINDINGS_FILE = 'findings.ndjson.gz';
export const SNAPSHOT_FILE = 'resources.ndjson.gz';

const WRITES_AT_ONCE = 16;

/** The stored findings and resources of a scan, to which every artifact points. */
export interface StoredScan {
  findings: StoredObject & { key: string };
  /** Null where the integrations gave findings only. */
  snapshot: StoredSnapshot | null;
}

/** Content that all artifacts of a scan share. */
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
 * Stores one artifact (JSON) for every control that a check looked at, whether or not it decides it: its result, the checks behind it, their failures, and the keys of
 * all findings and of the evaluated resources, with their SHA-256.
 */
export async function writeArtifacts(
  objects: ObjectStore,
  scan: ClaimedScan,
  results: ControlResult[],
  shared: Shared,
): Promise<ScanArtifact[]> {
  const checked = results.filter(({ checks }) => checks.length > 0);
  const artifacts: ScanArtifact[] = [];
  for (let start = 0; start < checked.length; start += WRITES_AT_ONCE) {
    const batch = checked.slice(start, start + WRITES_AT_ONCE);
    artifacts.push(...(await Promise.all(batch.map((result) => writeArtifact(objects, scan, result, shared)))));
  }
  return artifacts;
}

async function writeArtifact(
  objects: ObjectStore,
  scan: ClaimedScan,
  result: ControlResult,
  shared: Shared,
): Promise<ScanArtifact> {
  const { control } = result;
  const fileName = `${control.framework.slug}-${control.controlId.replace(/[^A-Za-z0-9.-]+/g, '_')}.json`;
  const key = scanKey(scan, fileName);
  const stored = await objects.put(key, Buffer.from(JSON.stringify(artifactOf(scan, result, shared), null, 2)));
  return {
    id: newId(),
    title: `Scan result of ${control.framework.name} ${control.controlId}`,
    description: findingText(result),
    fileReference: key,
    fileName,
    contentType: 'application/json',
    ...stored,
    controlNos: [control.no],
  };
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
