import { SEVERITIES } from '../../connectors/finding.js';
import type { Check, Control, UniversalControl } from '../catalogue/catalogue.js';
import type { RemediationType } from '../catalogue/catalogue.type.js';
import { documentationOf, type Documentation } from '../catalogue/documentation.rules.js';
import { isFull } from '../catalogue/relationship.rules.js';
import { decidedCodes, decidingChecksOf, elementCode } from '../catalogue/tested-elements.rules.js';
import { testedStatus } from '../posture/tested-status.rules.js';

const CHECKS_MAX = 3;

/** A rule that fails now: of the catalogue, or (`check` is null) known from an imported report alone. */
export interface FailingRule {
  check: Check | null;
  /** As in the report. */
  title: string;
  ruleId: string;
}

/**
 * Steps that make a control pass: those of the checks that fail now, worst first, at most three checks; for a failing rule
 * that is not in the catalogue, its title and id in the report. Where nothing fails: the steps of the checks that can pass it;
 * where checks cannot, because they leave a part of it untested or only support it: the assessment of its universal controls.
 * The summary says how many more checks there are. Empty for a control that its framework no longer has.
 */
export function remediationOf(control: Control, failing: readonly FailingRule[]): RemediationType {
  if (!control.isCurrent) return NOTHING;
  if (failing.length > 0) return fromFailing(failing);
  const checks = passingChecksOf(control);
  const known = worstKnown(checks);
  if (known.length === 0) return fromAssessment(control);
  return naming(fromChecks(known), checks.length - known.length, 'must pass: see the checks of the control.');
}

function fromFailing(failing: readonly FailingRule[]): RemediationType {
  const known = worstKnown(failing.flatMap(({ check }) => check ?? []));
  const [steps, named] =
    known.length > 0
      ? [fromChecks(known), known.length]
      : [fromReport(failing.slice(0, CHECKS_MAX)), Math.min(failing.length, CHECKS_MAX)];
  const rules = new Set(failing.map(({ check, ruleId }) => check ?? ruleId)).size;
  return naming(steps, rules - named, 'must pass too: see the failing findings of the control.');
}

/** The worst checks of which steps are known. */
function worstKnown(checks: readonly Check[]): Check[] {
  const known = [...new Set(checks)].filter(({ remediation }) => remediation !== null);
  return known.sort(bySeverity).slice(0, CHECKS_MAX);
}

/** With a word of the checks that it leaves out. */
function naming({ summary, ...rest }: RemediationType, more: number, what: string): RemediationType {
  const others = more > 0 ? ` ${more} more ${more === 1 ? 'check' : 'checks'} ${what}` : '';
  return { summary: summary + others, ...rest };
}

const NOTHING: RemediationType = {
  summary: 'The framework has this control no more: nothing is left to do for it.',
  effort: 'low',
  steps: [],
  references: [],
  documentation: [],
};

/** The checks whose passes together pass the control; none where it is manual, or where they leave something untested. */
function passingChecksOf(control: Control): Check[] {
  const checks = control.checks.filter(({ canShow }) => canShow);
  const codes = new Set(checks.flatMap(decidedCodes));
  const tested = control.mappings.map(({ universalControl, covers, relationship }) => ({
    isFull: isFull(relationship),
    isContradicted: false,
    isHeld: false,
    isTested:
      control.method !== 'manual' && covers.every((element) => codes.has(elementCode(universalControl, element))),
  }));
  return testedStatus(tested) === 'passed' ? decidingChecksOf({ mappings: control.mappings, checks }) : [];
}

function bySeverity(a: Check, b: Check): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

/** Steps that make a check pass; null where none are known. */
export function remediationOfCheck(check: Check): RemediationType | null {
  return check.remediation ? fromChecks([check]) : null;
}

function fromChecks(checks: Check[]): RemediationType {
  const remediations = checks.flatMap(({ remediation }) => (remediation ? [remediation] : []));
  const efforts = ['high', 'medium', 'low'] as const;
  return {
    summary: remediations.map(({ summary }) => summary).join(' '),
    effort: efforts.find((effort) => remediations.some((each) => each.effort === effort)) ?? 'medium',
    steps: remediations.flatMap(({ steps }) => steps).map((step, index) => ({ order: index + 1, ...step })),
    references: [...new Set(checks.flatMap(({ references }) => references))],
    documentation: documentationOfChecks(checks),
  };
}

/** What the checks refer to, each title of a provider once. */
function documentationOfChecks(checks: readonly Check[]): Documentation[] {
  const found = checks.flatMap(({ provider, references }) =>
    references.map((title) => [`${provider} ${title}`, documentationOf(provider, title)] as const),
  );
  return [...new Map(found).values()];
}

function fromReport(failing: readonly FailingRule[]): RemediationType {
  return {
    summary: `Repair what the scanner reports: ${failing.map(({ title }) => title).join('; ')}.`,
    effort: 'medium',
    steps: failing.map(({ title, ruleId }, index) => ({
      order: index + 1,
      title,
      instruction: `Look up rule ${ruleId} in the documentation of the scanner, repair the resources that the finding names, then scan again and import the new report.`,
      command: null,
    })),
    references: [],
    documentation: [],
  };
}

/** What to do about a universal control that is to be assessed as compliant. */
export function remediationOfAssessment({
  description,
  auditQuestion,
}: Pick<UniversalControl, 'description' | 'auditQuestion'>): RemediationType {
  return {
    summary: description,
    effort: 'medium',
    steps: [{ order: 1, title: 'Answer what an auditor would ask', instruction: auditQuestion, command: null }],
    references: [],
    documentation: [],
  };
}

function fromAssessment(control: Control): RemediationType {
  const universal = control.mappings.map(({ universalControl }) => universalControl);
  return {
    summary: `Automated checks do not show this control: put it in place, keep the evidence, and assess ${universal
      .map(({ code }) => code)
      .join(', ')}.`,
    effort: 'medium',
    steps: universal.map(({ code, title, description }, index) => ({
      order: index + 1,
      title: `${code}: ${title}`,
      instruction: description,
      command: null,
    })),
    references: [],
    documentation: [],
  };
}
