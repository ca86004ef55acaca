import type { Severity } from '../../src/connectors/finding.js';
import type { ControlStatus } from '../../src/modules/posture/posture.js';
import {
  NO_EVIDENCE,
  type AssessmentDecision,
  type ControlFacts,
  type Decision,
  type EvidenceItem,
  type ReportFacts,
} from '../../src/modules/reports/report-facts.js';
import { TINY, tinyControl } from '../scans/tiny-catalogue.js';

export const AS_OF = new Date('2026-03-31T12:00:00.000Z');
const SCAN = '0b0c7c3e-6d0f-4c57-9a53-0c1d6f3c7a10';

/** The moment some days before the report. */
export function daysAgo(days: number): Date {
  return new Date(AS_OF.getTime() - days * 86_400_000);
}

export function byScan(finding: string, severity: Severity | null = 'medium', days = 1): Decision {
  return {
    source: 'scan',
    at: daysAgo(days),
    scanJobId: SCAN,
    severity,
    finding,
    resourcesPassed: 1,
    resourcesFailed: 2,
  };
}

export function byAssessment(verdict: AssessmentDecision['verdict'], days = 1): AssessmentDecision {
  return {
    source: 'assessment',
    at: daysAgo(days),
    assessmentId: '1b0c7c3e-6d0f-4c57-9a53-0c1d6f3c7a10',
    verdict,
    universalControl: 'UCF-T-2',
    details: 'Seen by the auditor.',
    assessedBy: 'Zoë',
    hasExpiredEvidence: false,
    evidence: 0,
  };
}

/** A control of the tiny catalogue's SOC 2 with its facts. */
export function facts(controlId: string, status: ControlStatus, more: Partial<ControlFacts> = {}): ControlFacts {
  return {
    control: tinyControl(`soc2 ${controlId}`),
    status,
    assurance: status === 'passed' ? { level: 'partial', shown: 0, needed: 1 } : null,
    isDisputed: false,
    statusSince: null,
    decision: null,
    failingRules: [],
    passedChecks: [],
    passedAssessments: [],
    resources: [],
    resourcesTotal: 0,
    findingsPaths: [],
    evidence: NO_EVIDENCE,
    scopeDecision: null,
    ...more,
  };
}

/** A failing rule of the tiny catalogue. */
export function failing(name: string): ControlFacts['failingRules'] {
  return [{ ruleId: `prowler_${name}`, title: `Check ${name}`, check: TINY.resolveRule('prowler', `prowler_${name}`) }];
}

/** An artifact collected some days before the report. */
export function artifact(id: number, days: number, more: Partial<EvidenceItem> = {}): EvidenceItem {
  return {
    id: `${String(id).padStart(8, '0')}-0000-4000-8000-000000000000`,
    type: 'auto',
    title: `Artifact ${id}`,
    fileReference: `key/${id}`,
    fileName: `${id}.json`,
    size: 10,
    sha256: 'a'.repeat(64),
    collectedAt: daysAgo(days),
    expiresAt: null,
    createdAt: daysAgo(days),
    isInDate: days <= 30,
    withdrawnAt: null,
    withdrawalReason: null,
    ...more,
  };
}

/** A report on SOC 2 of the tiny catalogue; `others` are statuses of PCI DSS controls. */
export function report(
  controls: ControlFacts[],
  others: Readonly<Record<string, ControlStatus>> = {},
  more: Partial<ReportFacts> = {},
): ReportFacts {
  const statuses = new Map(controls.map(({ control, status }) => [control, status]));
  for (const [id, status] of Object.entries(others)) statuses.set(tinyControl(`pci-dss ${id}`), status);
  const framework = tinyControl('soc2 CC1.1').framework;
  return {
    reportId: '2b0c7c3e-6d0f-4c57-9a53-0c1d6f3c7a10',
    framework,
    organization: 'Müller & Söhne – Kraków',
    scan: { id: SCAN, completedAt: daysAgo(1) },
    asOf: AS_OF,
    generatedAt: AS_OF,
    controls,
    translate: (text) => text,
    activeFrameworks: TINY.frameworks,
    statusOf: (control) => statuses.get(control) ?? 'passed',
    selectedValues: null,
    sources: [{ name: 'Production', type: 'aws', scannedAt: daysAgo(1) }],
    exceptions: [],
    trend: [],
    ...more,
  };
}
