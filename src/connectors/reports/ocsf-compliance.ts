import type { FindingStatus } from '../finding.js';
import type { Draft } from './draft.js';
import type { JsonNode } from './json-node.js';
import { ocsfMoment, ocsfResources, ocsfScanner } from './ocsf-event.js';
import { requirementOf, type Requirement } from './requirement.js';
import { ocsfSeverity } from './severity.js';

const STATUSES: ReadonlyMap<string, FindingStatus> = new Map([
  ['pass', 'pass'],
  ['passed', 'pass'],
  ['fail', 'fail'],
  ['failed', 'fail'],
  ['not applicable', 'not_applicable'],
  ['not_applicable', 'not_applicable'],
  ['warning', 'unknown'],
  ['unknown', 'unknown'],
]);

/**
 * Reads a Compliance Finding (Security Hub's newer schema, and others'), or null where `compliance` has no status of a
 * check: Other (99). Warning (2) and Unknown (0) are unknown. The rule is the event code, else the control (`S3.2`), else the analytic.
 * @throws {AppError} VALIDATION_FAILED with the place where `compliance` has no status or no field names the rule
 */
export function readComplianceFinding(event: JsonNode): Draft | null {
  const compliance = event.get('compliance');
  const status = verdictOf(compliance);
  if (status === null) return null;
  const info = event.get('finding_info');
  const scanner = ocsfScanner(event);
  const control = compliance.get('control').textOrNull();
  const analytic = info.get('analytic').get('uid').textOrNull();
  const ruleId =
    event.get('metadata').get('event_code').textOrNull() ?? control ?? analytic ?? info.get('title').text();
  const title = info.get('title').textOrNull() ?? ruleId;
  return {
    check: {
      scanner,
      ruleId,
      title,
      severity: ocsfSeverity(event.get('severity').textOrNull(), event.get('severity_id').numberOrNull()),
      requirements: requirementsOf(compliance, scanner === 'ocsf' ? control : null),
    },
    status,
    resources: ocsfResources(event),
    summary:
      compliance.get('status_detail').textOrNull() ??
      event.get('status_detail').textOrNull() ??
      event.get('message').textOrNull() ??
      info.get('desc').textOrNull() ??
      title,
    detectedAt: ocsfMoment(event),
  };
}

function verdictOf(compliance: JsonNode): FindingStatus | null {
  const id = compliance.get('status_id').numberOrNull();
  const status = compliance.get('status');
  if (id === 1) return 'pass';
  if (id === 3) return 'fail';
  if (id === 0 || id === 2) return STATUSES.get((status.textOrNull() ?? '').toLowerCase()) ?? 'unknown';
  return STATUSES.get((id === null ? status.text() : (status.textOrNull() ?? '')).toLowerCase()) ?? null;
}

/**
 * Requirements of a finding. A requirement names its framework itself, or belongs to each of the standards. Where a producer
 * other than Security Hub lists none, its control is the standard's own (`CIS` and `1.4`).
 */
function requirementsOf(compliance: JsonNode, control: string | null): Requirement[] {
  const standards = compliance
    .get('standards')
    .texts()
    .map((standard) => standard.replace(/^(?:standards|ruleset)\//, ''));
  const lines = compliance.get('requirements').texts();
  if (lines.length === 0 && control !== null) return standards.map((framework) => ({ framework, id: control }));
  return lines.flatMap((line) => {
    const named = requirementOf(line);
    return named ?? standards.map((framework) => ({ framework, id: idAlone(line) }));
  });
}

function idAlone(line: string): string {
  return line.trim().replace(/^(?:requirement|control)\s/i, '');
}
