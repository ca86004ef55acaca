import type { FindingStatus } from '../finding.js';
import type { Draft } from './draft.js';
import type { JsonNode } from './json-node.js';
import { ocsfMoment, ocsfResources, ocsfScanner } from './ocsf-event.js';
import { passesNothing } from './prowler-scope.rules.js';
import type { Requirement } from './requirement.js';
import { ocsfSeverity } from './severity.js';

/** Statuses by code; null where it only informs or is muted. A Map, so that no text of the report matches a property of Object. */
const STATUSES: ReadonlyMap<string, FindingStatus | null> = new Map([
  ['PASS', 'pass'],
  ['FAIL', 'fail'],
  ['MANUAL', 'unknown'],
  ['MUTED', null],
  ['INFO', null],
  ['WARNING', 'unknown'],
  ['ERROR', 'unknown'],
]);

/** Whether a status code is that of a check, not another product's. */
export function isCheckStatus(code: string): boolean {
  return STATUSES.has(code.toUpperCase());
}

/**
 * Reads a Detection Finding as Prowler 4 and 5 write it, or null where it is muted or only informs. The check id is
 * `metadata.event_code`, requirements are `unmapped.compliance`: framework → ids.
 * @throws {AppError} VALIDATION_FAILED with the place when the status or the check id is missing or unknown
 */
export function readDetectionFinding(event: JsonNode): Draft | null {
  const statusCode = event.get('status_code');
  const status = STATUSES.get(statusCode.text().toUpperCase());
  if (status === undefined) throw statusCode.error('is none of PASS, FAIL and MANUAL');
  const ruleId = event.get('metadata').get('event_code').text();
  if (status === null) return null;
  const title = event.get('finding_info').get('title').textOrNull() ?? ruleId;
  const summary = event.get('status_detail').textOrNull() ?? event.get('message').textOrNull() ?? title;
  const scanner = ocsfScanner(event);
  return {
    check: {
      scanner,
      ruleId,
      title,
      severity: ocsfSeverity(event.get('severity').textOrNull(), event.get('severity_id').numberOrNull()),
      requirements: event.get('unmapped').get('compliance').entries().flatMap(requirementsOf),
    },
    status: status === 'pass' && scanner === 'prowler' && passesNothing(ruleId, summary) ? 'not_applicable' : status,
    resources: ocsfResources(event),
    summary,
    detectedAt: ocsfMoment(event),
  };
}

function requirementsOf([framework, ids]: [string, JsonNode]): Requirement[] {
  return ids.texts().map((id) => ({ framework, id }));
}
