import type { Language } from '../../../messages/language.js';
import type { Gap } from '../gap.rules.js';
import type { ControlFacts, ReportFacts } from '../report-facts.js';
import type { ReportTypeName } from '../report-kinds.js';
import type { ExceptionFacts } from '../report-exceptions.sql.js';
import type { ReportWords } from '../report-words.rules.js';
import type { CommonContent, EvidenceReference, RemediationStep } from './content.type.js';
import { assuredScoreIn, countStatuses, outcomesOf, scoreIn } from './counts.rules.js';
import type { ExceptionContent } from './exception.type.js';

export interface ContentOptions {
  type: ReportTypeName;
  language: Language;
  /** Where clients reach the service. */
  publicUrl: string;
}

/** The part of a report that does not depend on its type. */
export function commonContent(
  words: ReportWords,
  facts: ReportFacts,
  { type, language, publicUrl, gaps }: ContentOptions & { gaps: readonly Gap[] },
): CommonContent {
  const totals = countStatuses(outcomesOf(facts.controls));
  return {
    metadata: {
      report_id: facts.reportId,
      report_type: type,
      language,
      framework: facts.framework.name,
      version: facts.framework.version,
      organization: facts.organization,
      generated_at: facts.generatedAt.toISOString(),
      scan_job_id: facts.scan.id,
      scan_completed_at: facts.scan.completedAt.toISOString(),
      as_of: facts.asOf.toISOString(),
      scope: {
        selected: facts.selectedValues === null ? null : [...facts.selectedValues],
        controls_in_scope: totals.total_controls,
        controls_out_of_scope: totals.not_applicable_controls,
      },
      period: periodOf(facts),
      sources: sourcesOf(facts),
    },
    assured_score: assuredScoreIn(totals),
    compliance_score: scoreIn(totals),
    totals,
    control_status: facts.controls.map(({ control: { no, controlId, title }, status, assurance }) => ({
      control_id: controlId,
      title,
      status,
      assurance: assurance?.level ?? null,
      exceptions: facts.exceptions.filter(({ controlNos }) => controlNos.includes(no)).length,
    })),
    exceptions: facts.exceptions.map((each) => exceptionOf(words, each, facts.controls)),
    evidence_references: referencesOf(facts.controls, publicUrl),
    remediation_steps: gaps.filter((gap) => gap.facts.status === 'failed').map(stepsOf),
  };
}

/** From the oldest decision to the moment of the report. */
function periodOf({ controls, asOf }: ReportFacts): { from: string; to: string } | null {
  const moments = controls.flatMap(({ decision }) => decision?.at.getTime() ?? []);
  if (moments.length === 0) return null;
  return { from: new Date(Math.min(...moments)).toISOString(), to: asOf.toISOString() };
}

function sourcesOf({ controls, sources }: ReportFacts): CommonContent['metadata']['sources'] {
  const assessments = controls.flatMap(({ decision }) =>
    decision?.source === 'assessment' ? [decision.assessmentId] : [],
  );
  return {
    integrations: sources.map(({ name, type, scannedAt }) => ({ name, type, scanned_at: scannedAt.toISOString() })),
    assessments: new Set(assessments).size,
  };
}

function exceptionOf(
  words: ReportWords,
  exception: ExceptionFacts,
  controls: readonly ControlFacts[],
): ExceptionContent {
  const nos = new Set(exception.controlNos);
  return {
    id: exception.id,
    control_ids: controls.filter(({ control }) => nos.has(control.no)).map(({ control }) => control.controlId),
    check: words.content(exception.title),
    scanner: exception.scanner,
    rule_id: exception.ruleId,
    resource: exception.resource,
    is_pattern: exception.isPattern,
    resources: exception.resources,
    reason: exception.reason,
    compensating_measure: exception.compensatingMeasure,
    owner: exception.owner,
    approved_by: exception.approvedBy,
    approved_at: exception.approvedAt.toISOString(),
    expires_on: exception.expiresOn,
  };
}

/** Each listed artifact once, with all controls that list it. */
function referencesOf(controls: readonly ControlFacts[], publicUrl: string): EvidenceReference[] {
  const byId = new Map<string, EvidenceReference>();
  for (const { control, evidence } of controls) {
    for (const item of evidence.listed) {
      const known = byId.get(item.id);
      if (known) known.control_ids.push(control.controlId);
      else byId.set(item.id, referenceOf(item, control.controlId, publicUrl));
    }
  }
  return [...byId.values()];
}

function referenceOf(
  item: ControlFacts['evidence']['listed'][number],
  controlId: string,
  publicUrl: string,
): EvidenceReference {
  return {
    id: item.id,
    control_ids: [controlId],
    type: item.type,
    title: item.title,
    file_name: item.fileName,
    file_reference: item.fileReference,
    href: `${publicUrl}/api/evidence/${item.id}`,
    size: item.size,
    sha256: item.sha256,
    collected_at: item.collectedAt.toISOString(),
    created_at: item.createdAt.toISOString(),
    expires_at: item.expiresAt?.toISOString() ?? null,
    in_date: item.isInDate,
    withdrawn:
      item.withdrawnAt === null
        ? null
        : { at: item.withdrawnAt.toISOString(), reason_code: item.withdrawalReason ?? '' },
  };
}

function stepsOf({ rank, facts: { control }, severity, priority, remediation }: Gap): RemediationStep {
  const { effort, summary, steps, references } = remediation;
  return {
    rank,
    control_id: control.controlId,
    title: control.title,
    severity,
    effort,
    priority,
    summary,
    steps: steps.map(({ order, title, instruction, command }) => ({ order, title, instruction, command })),
    references,
  };
}
