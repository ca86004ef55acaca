import { EFFORT_POINTS, FRAMEWORK_POINTS, SEVERITY_POINTS } from '../../remediation/priority.rules.js';
import type { Gap } from '../gap.rules.js';
import type { ReportWords } from '../report-words.rules.js';
import type { GapAnalysis, GapContent, RiskContent } from './content.type.js';
import { countSeverities } from './counts.rules.js';
import { findingOf, resourcesIn } from './finding-words.rules.js';

/** Content of a gap analysis: unmet controls, most urgent first, with the parts of each priority. */
export function gapAnalysis(words: ReportWords, gaps: readonly Gap[]): GapAnalysis {
  return {
    priority_formula: words.finding('priority'),
    unmet_controls: gaps.length,
    by_severity: countSeverities(gaps.map(({ severity }) => severity)),
    gaps: gaps.map((gap) => gapContent(words, gap)),
  };
}

function gapContent(words: ReportWords, gap: Gap): GapContent {
  const { summary, effort, steps, references } = gap.remediation;
  return {
    ...riskContent(words, gap),
    affected_resources: resourcesIn(words, gap.facts),
    affected_resources_total: gap.facts.resourcesTotal,
    findings_urls: gap.facts.findingsPaths,
    remediation: {
      summary,
      effort,
      steps: steps.map(({ order, title, instruction, command }) => ({ order, title, instruction, command })),
      references,
    },
  };
}

/** A gap without its remediation. */
export function riskContent(words: ReportWords, gap: Gap): RiskContent {
  const { facts, severity, remediation, frameworks } = gap;
  const { control, decision } = facts;
  return {
    rank: gap.rank,
    control_id: control.controlId,
    title: control.title,
    category: control.category,
    status: facts.status,
    finding: findingOf(words, facts),
    priority: gap.priority,
    inputs: {
      severity,
      severity_points: SEVERITY_POINTS[severity],
      severity_basis: gap.severityBasis,
      frameworks,
      framework_points: FRAMEWORK_POINTS * frameworks.length,
      effort: remediation.effort,
      effort_points: EFFORT_POINTS[remediation.effort],
    },
    universal_controls: gap.universalControls.map(({ code }) => code),
    resources_failed: decision?.source === 'scan' ? decision.resourcesFailed : null,
  };
}
