import type { ReadElement } from './draft.js';
import type { JsonNode } from './json-node.js';
import { readComplianceFinding } from './ocsf-compliance.js';
import { isCheckStatus, readDetectionFinding } from './ocsf-detection.js';
import { ocsfScanner } from './ocsf-event.js';

/**
 * Reads one OCSF event. Compliance Findings (2003) and Detection Findings (2004) with a check's status are read;
 * other classes, which Security Hub mixes into the same list, and detections without a status have no verdict.
 * Source: schema.ocsf.io 1.1 to 1.6.
 * @throws {AppError} VALIDATION_FAILED with the place of a value of the wrong type
 */
export function readOcsf(event: JsonNode): ReadElement {
  const classUid = event.get('class_uid').numberOrNull();
  if (classUid === 2003) {
    return { format: 'ocsf-compliance-finding', draft: isOutOfForce(event) ? null : readComplianceFinding(event) };
  }
  const isCheck = isCheckStatus(event.get('status_code').idOrNull() ?? '') || ocsfScanner(event) === 'prowler';
  if (classUid !== 2004 || !isCheck) return { format: null, draft: null };
  return { format: 'prowler-ocsf', draft: isOutOfForce(event) ? null : readDetectionFinding(event) };
}

/** Whether a finding is suppressed (3), archived (5) or deleted (6), or muted by Prowler. */
function isOutOfForce(event: JsonNode): boolean {
  const id = event.get('status_id').numberOrNull();
  if (id === 3 || id === 5 || id === 6) return true;
  const status = event.get('status').textOrNull()?.toLowerCase() ?? '';
  return ['suppressed', 'muted', 'archived', 'deleted'].includes(status) || event.get('unmapped').get('muted').isTrue();
}
