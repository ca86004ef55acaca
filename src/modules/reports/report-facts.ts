import type { Severity } from '../../connectors/finding.js';
import type { TranslateContent } from '../../messages/translated.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import type { Assurance } from '../posture/assurance.rules.js';
import type { ControlStatus } from '../posture/posture.js';
import type { ExceptionFacts } from './report-exceptions.sql.js';
import type { FailingRule } from '../scans/remediation.rules.js';
import type { ScopeDecisionRow } from '../scope/scope.sql.js';

/** Facts of a report, as of one moment, read by `readFacts`; every content and format is computed from them. */
export interface ReportFacts {
  reportId: string;
  framework: Framework;
  organization: string;
  scan: { id: string; completedAt: Date };
  /** Statuses, assessments and evidence are those of this moment: the end of the named scan, or now. */
  asOf: Date;
  generatedAt: Date;
  /** In natural order of their ids. */
  controls: ControlFacts[];
  /** The tenant's active frameworks, in the specification's order. */
  activeFrameworks: Framework[];
  /** Translates texts of the catalogue. */
  translate: TranslateContent;
  /** Status of a control of any active framework. */
  statusOf: (control: Control) => ControlStatus;
  /** Values of the framework's attribute that are in scope; null where all are. */
  selectedValues: readonly string[] | null;
  /** Integrations that the scans behind the report read, by name. */
  sources: SourceFacts[];
  /** In force at that moment, of checks that led to its controls; the one that ends first first. */
  exceptions: ExceptionFacts[];
  /** The latest scans up to the named one, oldest first; empty where the report type shows no trend. */
  trend: TrendPoint[];
}

export interface ControlFacts {
  control: Control;
  status: ControlStatus;
  /** How much of a passed control is shown; null of one that is not passed. */
  assurance: Assurance | null;
  /** Whether a scan and an assessment contradict each other on it. */
  isDisputed: boolean;
  /** Moment of the last status change; null where the status never changed. */
  statusSince: Date | null;
  /** Null where the control is not assessed. */
  decision: Decision | null;
  /** Failed rules; empty where the status is not a failure by a scan. */
  failingRules: FailingRule[];
  /** Checks that passed it, and what each counted; empty where it is not passed by a scan. */
  passedChecks: PassedCheck[];
  /** Compliant assessments on which its pass rests, in the order of its mappings; empty where it is not passed by an assessment. */
  passedAssessments: AssessmentDecision[];
  /** Failing resources, at most ten. */
  resources: AffectedResource[];
  /** Number of failing resources by check, those that are not listed included. */
  resourcesTotal: number;
  /** REST paths of all of them, by integration. */
  findingsPaths: string[];
  evidence: EvidenceFacts;
  /** The decision that puts it out of scope, or else one on the control itself; null where there is none. */
  scopeDecision: ScopeDecisionRow | null;
}

/** A check that passed, with the number of its resources. */
export interface PassedCheck {
  title: string;
  /** Name of the integration that it looked at. */
  integration: string;
  resourcesPassed: number;
  /** Of further resources it failed, and exceptions accept that. */
  resourcesAccepted: number;
}

/** An integration behind a report. */
export interface SourceFacts {
  name: string;
  type: string;
  /** End of the newest scan of it that the report rests on. */
  scannedAt: Date;
}

export type Decision = ScanDecision | AssessmentDecision;

export interface ScanDecision {
  source: 'scan';
  at: Date;
  scanJobId: string;
  severity: Severity | null;
  finding: string;
  resourcesPassed: number;
  resourcesFailed: number;
}

export interface AssessmentDecision {
  source: 'assessment';
  at: Date;
  assessmentId: string;
  verdict: 'compliant' | 'partially_compliant' | 'non_compliant';
  universalControl: string;
  details: string | null;
  assessedBy: string | null;
  /** Whether an artifact that supports it has expired or was withdrawn. */
  hasExpiredEvidence: boolean;
  /** Number of the artifacts that it rests on, expired and withdrawn ones included. */
  evidence: number;
}

export interface AffectedResource {
  id: string;
  name: string | null;
  type: string | null;
  region: string | null;
  account: string | null;
  check: string;
  summary: string;
}

export interface EvidenceFacts {
  automatic: number;
  manual: number;
  /** Number of automatic and manual artifacts that are in date. */
  inDate: number;
  /** The newest of each type, limited in number; the counts above include all. */
  listed: EvidenceItem[];
}

export interface EvidenceItem {
  id: string;
  type: 'auto' | 'manual';
  title: string;
  fileReference: string;
  fileName: string;
  size: number;
  sha256: string;
  collectedAt: Date;
  expiresAt: Date | null;
  createdAt: Date;
  isInDate: boolean;
  /** Null where it is not withdrawn. */
  withdrawnAt: Date | null;
  withdrawalReason: string | null;
}

export interface TrendPoint {
  scanJobId: string;
  completedAt: Date;
  /** In the order of the framework's controls. */
  statuses: ControlStatus[];
  /** Bytes of their assurance, in the same order. */
  assurances: number[];
}

export const NO_EVIDENCE: EvidenceFacts = { automatic: 0, manual: 0, inDate: 0, listed: [] };
