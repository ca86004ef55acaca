import type { FindingStatus, ReportedResource, Severity } from '../finding.js';
import { asffRule } from './asff-rule.js';
import type { Draft, ReadElement } from './draft.js';
import type { JsonNode } from './json-node.js';
import { momentOf } from './moment.js';
import { prowlerRequirements, requirementOf, type Requirement } from './requirement.js';
import { normalizedSeverity, severityOf } from './severity.js';

/** Whether an element is a finding in the AWS Security Finding Format, by the fields that ASFF requires. */
export function isAsff(element: JsonNode): boolean {
  return (
    element.get('SchemaVersion').isPresent &&
    (element.get('GeneratorId').isPresent || element.get('ProductArn').isPresent)
  );
}

/**
 * Reads one ASFF finding. Findings without a compliance status (GuardDuty, Inspector) have no verdict; suppressed and
 * archived ones are dropped. Source: the ASFF reference of Security Hub.
 * @throws {AppError} VALIDATION_FAILED with the place of a value that is missing, of the wrong type or unknown
 */
export function readAsff(finding: JsonNode): ReadElement {
  const format = 'asff';
  const status = finding.get('Compliance').get('Status').isPresent ? verdictOf(finding.get('Compliance')) : null;
  const isMuted = finding.get('Workflow').get('Status').textOrNull() === 'SUPPRESSED';
  const isArchived = finding.get('RecordState').textOrNull() === 'ARCHIVED';
  if (status === null || isMuted || isArchived) return { format, draft: null };
  return { format, draft: draftOf(finding, status) };
}

/**
 * Status of a finding. WARNING is unknown (Prowler's ASFF uses it for muted findings). Two reasons mean that AWS Config
 * found nothing in scope, `not_applicable` here: CONFIG_EVALUATIONS_EMPTY, which Security Hub calls PASSED, and
 * CONFIG_RETURNS_NOT_APPLICABLE, which it calls NOT_AVAILABLE. Any other NOT_AVAILABLE is an outage or a missing
 * permission: unknown.
 */
function verdictOf(compliance: JsonNode): FindingStatus {
  const status = compliance.get('Status');
  const reasons = compliance
    .get('StatusReasons')
    .items()
    .map((reason) => reason.get('ReasonCode').textOrNull());
  switch (status.text()) {
    case 'PASSED':
      return reasons.includes('CONFIG_EVALUATIONS_EMPTY') ? 'not_applicable' : 'pass';
    case 'FAILED':
      return 'fail';
    case 'WARNING':
      return 'unknown';
    case 'NOT_AVAILABLE':
      return reasons.includes('CONFIG_RETURNS_NOT_APPLICABLE') ? 'not_applicable' : 'unknown';
    default:
      throw status.error('is none of PASSED, FAILED, WARNING and NOT_AVAILABLE');
  }
}

function draftOf(finding: JsonNode, status: FindingStatus): Draft {
  const compliance = finding.get('Compliance');
  const { own, ...rule } = asffRule(finding);
  const title = finding.get('Title').textOrNull() ?? rule.ruleId;
  const [reason] = compliance.get('StatusReasons').items();
  const lines = compliance.get('RelatedRequirements').texts();
  return {
    check: {
      ...rule,
      title,
      severity: asffSeverity(finding.get('Severity')),
      requirements: [...own, ...lines.flatMap(rule.scanner === 'prowler' ? prowlerRequirements : listed)],
    },
    status,
    resources: finding
      .get('Resources')
      .items()
      .flatMap((resource) => resourceOf(resource, finding)),
    summary: reason?.get('Description').textOrNull() ?? finding.get('Description').textOrNull() ?? title,
    detectedAt: detectedAt(finding),
  };
}

function listed(line: string): Requirement[] {
  const requirement = requirementOf(line);
  return requirement === null ? [] : [requirement];
}

function asffSeverity(severity: JsonNode): Severity {
  const label = severity.get('Label').textOrNull();
  const score = severity.get('Normalized').numberOrNull();
  return label === null && score !== null ? normalizedSeverity(score) : severityOf(label);
}

function resourceOf(resource: JsonNode, finding: JsonNode): ReportedResource[] {
  const id = resource.get('Id').textOrNull();
  if (id === null) return [];
  const region = resource.get('Region').textOrNull() ?? finding.get('Region').textOrNull();
  const account = finding.get('AwsAccountId').idOrNull();
  return [{ id, name: null, type: resource.get('Type').textOrNull(), region, account }];
}

function detectedAt(finding: JsonNode): string | null {
  const times = ['LastObservedAt', 'UpdatedAt', 'CreatedAt'].map((key) => momentOf(finding.get(key).textOrNull()));
  return times.find((time) => time !== null) ?? null;
}
