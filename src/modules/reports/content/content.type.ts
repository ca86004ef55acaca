import type { Severity } from '../../../connectors/finding.js';
import type { Assurance, AssuranceLevel } from '../../posture/assurance.rules.js';
import type { ControlStatus } from '../../posture/posture.js';
import type { AffectedResource } from '../report-facts.js';
import type { StatementOfApplicability } from './applicability.type.js';
import type { ExceptionContent } from './exception.type.js';
import type { Metadata } from './metadata.type.js';

/*
 * Content of a report, in the form of its JSON file (schema/reports); all formats are rendered from it. Moments are RFC 3339 in UTC,
 * percentages have one decimal.
 */

export interface StatusCounts {
  total_controls: number;
  passed_controls: number;
  /** Passed ones of which all is shown. */
  assured_controls: number;
  failed_controls: number;
  not_applicable_controls: number;
  not_assessed_controls: number;
}

export interface EvidenceReference {
  id: string;
  /** The framework's own codes. */
  control_ids: string[];
  type: 'auto' | 'manual';
  title: string;
  file_name: string;
  file_reference: string;
  /** URL of the artifact and its download link; needs a token. */
  href: string;
  size: number;
  sha256: string;
  collected_at: string;
  created_at: string;
  expires_at: string | null;
  in_date: boolean;
  /** Null where it was not withdrawn. */
  withdrawn: { at: string; reason_code: string } | null;
}

export interface RemediationStep {
  /** Equal to the gap analysis of the same moment. */
  rank: number;
  control_id: string;
  title: string;
  severity: Severity;
  effort: 'low' | 'medium' | 'high';
  priority: number;
  summary: string;
  steps: { order: number; title: string; instruction: string; command: string | null }[];
  references: string[];
}

/** Members of every report, whatever its type. */
export interface CommonContent {
  metadata: Metadata;
  /** 100 × assured / total. */
  assured_score: number;
  compliance_score: number;
  totals: StatusCounts;
  /** `assurance` is null of a control that is not passed. */
  control_status: {
    control_id: string;
    title: string;
    status: ControlStatus;
    assurance: AssuranceLevel | null;
    /** Exceptions in force behind it. */
    exceptions: number;
  }[];
  /** In force at the moment of the report, the one that ends first first. */
  exceptions: ExceptionContent[];
  evidence_references: EvidenceReference[];
  remediation_steps: RemediationStep[];
}

export interface DecisionContent {
  source: 'scan' | 'assessment';
  at: string;
  scan_job_id: string | null;
  assessment_id: string | null;
  assessed_by: string | null;
  in_date: boolean;
}

export interface CategoryCounts extends StatusCounts {
  category: string;
  score: number;
  assured_score: number;
}

/** An assessment on which a pass rests. */
export interface PassedAssessmentContent {
  assessment_id: string;
  universal_control: string;
  /** Null where the person was erased. */
  assessed_by: string | null;
  assessed_at: string;
  has_note: boolean;
  /** Number of its artifacts; `in_date` is false where one of them has expired or was withdrawn, and after 365 days. */
  evidence: number;
  in_date: boolean;
}

export interface PassedCheckContent {
  check: string;
  integration: string;
  resources_passed: number;
  /** Of further resources it failed, and exceptions accept that. */
  resources_accepted: number;
}

export interface ControlDetail {
  control_id: string;
  title: string;
  category: string;
  maturity_level: number | null;
  status: ControlStatus;
  /** Null where it is not passed. */
  assurance: Assurance | null;
  /** Whether a scan and an assessment contradict each other. */
  disputed: boolean;
  status_since: string | null;
  /** Severity of the failure; null where nothing failed. */
  severity: Severity | null;
  finding: string;
  /** The checks that passed it; empty where it is not passed by a scan. */
  passed_checks: PassedCheckContent[];
  /** The compliant assessments that passed it; empty where it is not passed by an assessment. */
  passed_assessments: PassedAssessmentContent[];
  resources_passed: number | null;
  resources_failed: number | null;
  affected_resources: AffectedResource[];
  /** Also those beyond the limit of the list. */
  affected_resources_total: number;
  /** Paths of all of them in the service, one for each integration. */
  findings_urls: string[];
  decided_by: DecisionContent | null;
  evidence: { automatic: number; manual: number; in_date: number; newest_at: string | null };
  mappings: { universal_control: string; title: string; relationship: string }[];
}

export interface ComplianceSummary {
  categories: CategoryCounts[];
  controls: ControlDetail[];
}

export interface RiskContent {
  rank: number;
  control_id: string;
  title: string;
  category: string;
  status: ControlStatus;
  finding: string;
  priority: number;
  inputs: {
    severity: Severity;
    severity_points: number;
    severity_basis: string;
    frameworks: string[];
    framework_points: number;
    effort: 'low' | 'medium' | 'high';
    effort_points: number;
  };
  universal_controls: string[];
  resources_failed: number | null;
}

export interface GapContent extends RiskContent {
  affected_resources: AffectedResource[];
  /** Also those beyond the limit of the list. */
  affected_resources_total: number;
  /** Paths of all of them in the service, one for each integration. */
  findings_urls: string[];
  remediation: Pick<RemediationStep, 'summary' | 'effort' | 'steps' | 'references'>;
}

export interface GapAnalysis {
  priority_formula: string;
  unmet_controls: number;
  by_severity: Record<Severity, number>;
  gaps: GapContent[];
}

export interface StatusChangeContent {
  control_id: string;
  title: string;
  previous_status: ControlStatus;
  status: ControlStatus;
}

export interface ExecutiveSummary {
  assured_score: number;
  previous_assured_score: number | null;
  score: number;
  previous_score: number | null;
  score_change: number | null;
  coverage_percentage: number;
  freshness_percentage: number;
  failed_by_severity: Record<Severity, number>;
  trend: {
    scan_job_id: string;
    completed_at: string;
    assured_score: number;
    score: number;
    passed_controls: number;
    assured_controls: number;
    failed_controls: number;
  }[];
  strongest_categories: CategoryCounts[];
  weakest_categories: CategoryCounts[];
  top_risks: RiskContent[];
  changes: {
    since_scan_job_id: string | null;
    since: string | null;
    improved: StatusChangeContent[];
    worsened: StatusChangeContent[];
    other: StatusChangeContent[];
  };
}

export type EvidenceState = 'in_date' | 'out_of_date' | 'missing';

export interface EvidenceOfControl {
  control_id: string;
  title: string;
  category: string;
  status: ControlStatus;
  state: EvidenceState;
  automatic: number;
  manual: number;
  in_date: number;
  newest_at: string | null;
  age_days: number | null;
  /** Earliest expiry of the listed artifacts that are in date; null where none expires. */
  next_expiry: string | null;
  /** Ids in `evidence_references`. */
  listed: string[];
}

export interface EvidenceCompleteness {
  total_controls: number;
  with_evidence: number;
  in_date: number;
  out_of_date: number;
  missing: number;
  automatic_only: number;
  with_manual: number;
  /** 100 × controls with an artifact in date / controls. */
  completeness_percentage: number;
}

export interface EvidenceCollection extends EvidenceCompleteness {
  categories: (EvidenceCompleteness & { category: string })[];
  gaps: { control_id: string; title: string; category: string; state: EvidenceState; advice: string }[];
  controls: EvidenceOfControl[];
}

/** A report: the members of every report and the section of its type. */
export type ReportContent = CommonContent &
  (
    | { compliance_summary: ComplianceSummary }
    | { gap_analysis: GapAnalysis }
    | { executive_summary: ExecutiveSummary }
    | { evidence_collection: EvidenceCollection }
    | { statement_of_applicability: StatementOfApplicability }
  );
