import { hasNote, isInDate } from '../decision.rules.js';
import type { ControlFacts, Decision, ReportFacts } from '../report-facts.js';
import type { ReportWords } from '../report-words.rules.js';
import type { ComplianceSummary, ControlDetail, DecisionContent } from './content.type.js';
import { countCategories } from './counts.rules.js';
import { findingOf, resourcesIn } from './finding-words.rules.js';

/** Content of a compliance summary: status, decision and evidence of every control. */
export function complianceSummary(words: ReportWords, facts: ReportFacts): ComplianceSummary {
  return {
    categories: countCategories(facts.controls),
    controls: facts.controls.map((control) => detailOf(words, control, facts.asOf)),
  };
}

function detailOf(words: ReportWords, facts: ControlFacts, asOf: Date): ControlDetail {
  const { control, decision, evidence } = facts;
  const scan = decision?.source === 'scan' ? decision : null;
  return {
    control_id: control.controlId,
    title: control.title,
    category: control.category,
    maturity_level: control.maturityLevel,
    status: facts.status,
    assurance: facts.assurance,
    disputed: facts.isDisputed,
    status_since: facts.statusSince?.toISOString() ?? null,
    severity: facts.status === 'failed' ? (scan?.severity ?? null) : null,
    finding: findingOf(words, facts),
    passed_checks: facts.passedChecks.map(({ title, integration, resourcesPassed, resourcesAccepted }) => ({
      check: words.content(title),
      integration,
      resources_passed: resourcesPassed,
      resources_accepted: resourcesAccepted,
    })),
    passed_assessments: facts.passedAssessments.map((each) => ({
      assessment_id: each.assessmentId,
      universal_control: each.universalControl,
      assessed_by: each.assessedBy,
      assessed_at: each.at.toISOString(),
      has_note: hasNote(each),
      evidence: each.evidence,
      in_date: isInDate(each, asOf),
    })),
    resources_passed: scan?.resourcesPassed ?? null,
    resources_failed: scan?.resourcesFailed ?? null,
    affected_resources: resourcesIn(words, facts),
    affected_resources_total: facts.resourcesTotal,
    findings_urls: facts.findingsPaths,
    decided_by: decision && decidedBy(decision, asOf),
    evidence: {
      automatic: evidence.automatic,
      manual: evidence.manual,
      in_date: evidence.inDate,
      newest_at: newestAt(facts)?.toISOString() ?? null,
    },
    mappings: control.mappings.map(({ universalControl: { code, title }, relationship }) => ({
      universal_control: code,
      title: words.content(title),
      relationship,
    })),
  };
}

/** Collection date of the newest artifact of a control, or null. */
export function newestAt({ evidence: { listed } }: ControlFacts): Date | null {
  return listed.reduce<Date | null>(
    (newest, { collectedAt }) => (newest && newest >= collectedAt ? newest : collectedAt),
    null,
  );
}

function decidedBy(decision: Decision, asOf: Date): DecisionContent {
  const isScan = decision.source === 'scan';
  return {
    source: decision.source,
    at: decision.at.toISOString(),
    scan_job_id: isScan ? decision.scanJobId : null,
    assessment_id: isScan ? null : decision.assessmentId,
    assessed_by: isScan ? null : decision.assessedBy,
    in_date: isInDate(decision, asOf),
  };
}
