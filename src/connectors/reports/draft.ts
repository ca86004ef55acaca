import type { Finding, FindingStatus, ReportedCheck, ReportedResource } from '../finding.js';
import { redact } from '../redact.js';
import type { ReportFormat } from './report-format.js';

/** One result from the reader of a format: unredacted texts, one status, any number of resources. */
export interface Draft {
  check: ReportedCheck;
  status: FindingStatus;
  resources: ReportedResource[];
  summary: string;
  detectedAt: string | null;
}

/** Format of an element of a JSON report, null for an unknown one, and its result, null where it has no verdict. */
export interface ReadElement {
  format: ReportFormat | null;
  draft: Draft | null;
}

/** Longest texts of a finding. Characters. */
const MAX = { summary: 1_000, title: 300, rule: 200, resourceId: 1_024, name: 256, place: 128, requirement: 128 };
/** Limit of requirements: a check names some dozens of frameworks; Prowler's longest lists have fewer than 500 ids. */
const REQUIREMENTS_MAX = 1_000;

/**
 * The findings of a draft, one for each distinct resource; a single one without resource when there is none or the status
 * is `not_applicable`. Every finding of this folder passes here, where all texts are redacted.
 */
export function* findingsOf(draft: Draft): Generator<Finding> {
  const check = cleanCheck(draft.check);
  const shared = {
    check,
    status: draft.status,
    summary: redact(draft.summary, MAX.summary),
    detectedAt: draft.detectedAt,
  };
  const seen = new Set<string>();
  for (const given of draft.status === 'not_applicable' ? [] : draft.resources) {
    const resource = cleanResource(given);
    if (resource.id === '' || seen.has(resource.id)) continue;
    seen.add(resource.id);
    yield { ...shared, resource };
  }
  if (seen.size === 0) yield { ...shared, resource: null };
}

function cleanCheck(check: ReportedCheck): ReportedCheck {
  const ruleId = redact(check.ruleId, MAX.rule);
  return {
    scanner: check.scanner,
    ruleId,
    title: redact(check.title, MAX.title) || ruleId,
    severity: check.severity,
    requirements: check.requirements.slice(0, REQUIREMENTS_MAX).map(({ framework, id }) => ({
      framework: redact(framework, MAX.requirement),
      id: redact(id, MAX.requirement),
    })),
  };
}

function cleanResource(resource: ReportedResource): ReportedResource {
  return {
    id: redact(resource.id, MAX.resourceId),
    name: cleanOrNull(resource.name, MAX.name),
    type: cleanOrNull(resource.type, MAX.place),
    region: cleanOrNull(resource.region, MAX.place),
    account: cleanOrNull(resource.account, MAX.name),
  };
}

function cleanOrNull(text: string | null, max: number): string | null {
  return text === null ? null : redact(text, max) || null;
}
