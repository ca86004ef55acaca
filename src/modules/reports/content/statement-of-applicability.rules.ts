import { isExcludable } from '../../scope/scope.rules.js';
import { isSprsDue, sprsOf } from '../../scope/sprs.rules.js';
import type { ControlFacts, ReportFacts } from '../report-facts.js';
import type { ReportWords } from '../report-words.rules.js';
import type { ApplicableControl, SprsContent, StatementOfApplicability } from './applicability.type.js';
import { findingOf } from './finding-words.rules.js';

/**
 * Content of a statement of applicability: of each control whether it applies, why, and how far it is implemented. Of ISO 27001
 * the controls of Annex A, because its clauses apply to everybody; of other frameworks all. Source: ISO/IEC 27001:2022, 6.1.3 d).
 */
export function statementOfApplicability(words: ReportWords, facts: ReportFacts): StatementOfApplicability {
  const controls = facts.controls
    .filter(({ control }) => isExcludable(control))
    .map((each) => applicabilityOf(words, each));
  return {
    applicable_controls: controls.filter(({ applicable }) => applicable).length,
    excluded_controls: controls.filter(({ applicable }) => !applicable).length,
    implemented_controls: controls.filter(({ implementation }) => implementation === 'implemented').length,
    applicable_without_reason: controls.filter(({ applicable, reason_given: given }) => applicable && !given).length,
    controls,
    sprs: sprsContent(facts),
  };
}

const IMPLEMENTATION = {
  passed: 'implemented',
  failed: 'not_implemented',
  not_assessed: 'not_assessed',
  not_applicable: null,
} as const;

function applicabilityOf(words: ReportWords, facts: ControlFacts): ApplicableControl {
  const { control, status, assurance, scopeDecision: decision } = facts;
  return {
    control_id: control.controlId,
    title: control.title,
    category: control.category,
    applicable: status !== 'not_applicable',
    justification: decision?.reason ?? words.finding('justification'),
    reason_given: decision !== null,
    implementation: IMPLEMENTATION[status],
    assurance: assurance?.level ?? null,
    finding: findingOf(words, facts),
    decision: decision && {
      id: decision.id,
      kind: decision.kind,
      outcome: decision.outcome,
      proposed_by: decision.proposedBy.name,
      approved_by: decision.decidedBy?.name ?? null,
      approved_at: decision.decidedAt?.toISOString() ?? null,
      self_approved: decision.decidedBy?.id === decision.proposedBy.id,
      review_at: decision.reviewAt.toISOString(),
    },
  };
}

function sprsContent({ framework, controls, selectedValues }: ReportFacts): SprsContent | null {
  if (!isSprsDue(selectedValues)) return null;
  const byNo = new Map(controls.map((each) => [each.control.no, each]));
  const sprs = sprsOf(framework, ({ no }) => {
    const facts = byNo.get(no);
    return {
      status: facts?.status ?? 'not_assessed',
      level: facts?.assurance?.level ?? null,
      isInPart: facts?.scopeDecision?.kind === 'partly_implemented',
    };
  });
  return (
    sprs && {
      score: sprs.score,
      assured_score: sprs.assuredScore,
      max: sprs.max,
      lost_to_failed: sprs.lostToFailed,
      lost_to_not_assessed: sprs.lostToNotAssessed,
      lost_to_partial: sprs.lostToPartial,
      partly_implemented: sprs.partlyImplemented.map(({ controlId }) => controlId),
      lost_to_partly_implemented: sprs.lostToPartlyImplemented,
      has_security_plan: sprs.hasSecurityPlan,
    }
  );
}
