/** Scanner that defines the rule ids of a finding. */
export type Scanner = 'crosswalk' | 'prowler' | 'security-hub' | 'openscap' | 'sarif' | 'oscal' | 'ocsf';

/** Severities, the highest first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'informational'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Statuses of a finding, the worst first. */
export const FINDING_STATUSES = ['fail', 'unknown', 'not_applicable', 'pass'] as const;

/**
 * `pass` and `fail` are verdicts on a resource. `not_applicable`: the check ran and found nothing in its scope. `unknown`: the check
 * should have decided and could not (an error, or left to a person). What was muted, or only informs, is not a finding.
 */
export type FindingStatus = (typeof FINDING_STATUSES)[number];

/** The check behind a finding, in the scanner's own terms. */
export interface ReportedCheck {
  scanner: Scanner;
  /** The scanner's identifier: `iam_root_mfa_enabled`, `S3.2`, the part after `content_rule_`, a SARIF rule id. */
  ruleId: string;
  title: string;
  severity: Severity;
  /** Requirement ids as the report names them: `{ framework: 'SOC2', id: 'cc_7_2' }`. */
  requirements: { framework: string; id: string }[];
}

/** The resource of a finding, in the terms of the scanner. */
export interface ReportedResource {
  /** ARN, resource id, host name, file and line: unique within the report. */
  id: string;
  name: string | null;
  type: string | null;
  region: string | null;
  /** Account, project, subscription or cluster. */
  account: string | null;
}

/** One check on one resource. */
export interface Finding {
  check: ReportedCheck;
  status: FindingStatus;
  /** Null where the check ran and found no resource. */
  resource: ReportedResource | null;
  /** One or two sentences, plain text, without credentials, at most 1,000 characters. */
  summary: string;
  /** RFC 3339 UTC, or null where the report does not say. */
  detectedAt: string | null;
}
