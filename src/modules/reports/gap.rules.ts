import type { reportFindings } from '../../messages/en/report-findings.js';
import type { Severity } from '../../connectors/finding.js';
import type { Control, UniversalControl } from '../catalogue/catalogue.js';
import type { RemediationType } from '../catalogue/catalogue.type.js';
import { decidingChecksOf } from '../catalogue/tested-elements.rules.js';
import { compareControlIds } from '../catalogue/requirement.rules.js';
import { priorityOf, SEVERITY_POINTS } from '../remediation/priority.rules.js';
import { remediationOf } from '../scans/remediation.rules.js';
import type { ControlFacts, ReportFacts } from './report-facts.js';
import type { ReportWords } from './report-words.rules.js';

/** An unmet control with its rank, from 1. */
export interface Gap {
  rank: number;
  facts: ControlFacts;
  severity: Severity;
  /** Origin of the severity, in words. */
  severityBasis: string;
  remediation: RemediationType;
  /** Names of the active frameworks with an unmet control that the fix reaches through `universalControls`. */
  frameworks: string[];
  universalControls: UniversalControl[];
  priority: number;
}

/** The unmet controls (failed or not assessed) of a report, most urgent first. */
export function rankGaps(words: ReportWords, facts: ReportFacts): Gap[] {
  const gaps = facts.controls
    .filter(({ status }) => status === 'failed' || status === 'not_assessed')
    .map((control) => gapOf(words, facts, control));
  return gaps.sort(byUrgency).map((gap, index) => ({ ...gap, rank: index + 1 }));
}

function gapOf(words: ReportWords, report: ReportFacts, facts: ControlFacts): Gap {
  const remediation = remediationOf(facts.control, facts.failingRules, {
    language: words.language,
    text: words.content,
  });
  const universalControls = fixedBy(facts);
  const frameworks = gaining(report, facts.control, universalControls);
  const { severity, basis } = severityOf(facts);
  const severityBasis = words.finding(`severityBasis.${basis}`);
  const priority = priorityOf({ severity, frameworks: frameworks.length, effort: remediation.effort });
  return { rank: 0, facts, severity, severityBasis, remediation, frameworks, universalControls, priority };
}

function byUrgency(a: Gap, b: Gap): number {
  return (
    Number(a.facts.status !== 'failed') - Number(b.facts.status !== 'failed') ||
    b.priority - a.priority ||
    compareControlIds(a.facts.control.controlId, b.facts.control.controlId)
  );
}

/** Universal controls that a fix improves: those of which failing checks decide elements, else all of the control. */
function fixedBy({ control, failingRules }: ControlFacts): UniversalControl[] {
  const own = control.mappings.map(({ universalControl }) => universalControl);
  const checked = new Set(
    failingRules.flatMap(({ check }) => check?.decides.map(({ universalControl }) => universalControl) ?? []),
  );
  const failing = own.filter((each) => checked.has(each));
  return failing.length > 0 ? failing : own;
}

/** Active frameworks with an unmet control under one of the universal controls; the control's own framework is always among them. */
function gaining({ activeFrameworks, statusOf }: ReportFacts, control: Control, fixed: UniversalControl[]): string[] {
  const reached = new Set(
    fixed.flatMap(({ mappings }) =>
      mappings
        .filter((mapping) => ['failed', 'not_assessed'].includes(statusOf(mapping.control)))
        .map((mapping) => mapping.control.framework),
    ),
  );
  return activeFrameworks
    .filter((framework) => framework === control.framework || reached.has(framework))
    .map(({ name }) => name);
}

type SeverityBasis = keyof (typeof reportFindings)['severityBasis'];

/** Severity of a gap. Our choice; the specification is silent. */
function severityOf({ control, status, decision }: ControlFacts): { severity: Severity; basis: SeverityBasis } {
  if (decision?.source === 'assessment') {
    return decision.verdict === 'non_compliant'
      ? { severity: 'high', basis: 'nonCompliant' }
      : { severity: 'medium', basis: 'partiallyCompliant' };
  }
  if (status === 'failed') {
    const severity = decision?.severity;
    return severity ? { severity, basis: 'failingCheck' } : { severity: 'medium', basis: 'notStated' };
  }
  const deciding = decidingChecksOf(control);
  const worst = (Object.keys(SEVERITY_POINTS) as Severity[]).find((each) =>
    deciding.some(({ severity }) => severity === each),
  );
  return worst ? { severity: worst, basis: 'decidingCheck' } : { severity: 'medium', basis: 'noCheck' };
}
