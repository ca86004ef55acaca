import { DEFAULT_LANGUAGE, type Language } from '../../messages/language.js';
import { messagesOf, type Translate } from '../../messages/messages.js';
import { SEVERITIES } from '../../connectors/finding.js';
import type { Check, Control, UniversalControl } from '../catalogue/catalogue.js';
import type { RemediationType } from '../catalogue/catalogue.type.js';
import { documentationOf, type Documentation } from '../catalogue/documentation.rules.js';
import { isFull } from '../catalogue/relationship.rules.js';
import { decidedCodes, decidingChecksOf, elementCode } from '../catalogue/tested-elements.rules.js';
import { testedStatus } from '../posture/tested-status.rules.js';

const CHECKS_MAX = 3;

type Words = Translate<'remediation'>;

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
 * The summary says how many more checks there are. Empty for a control that its framework no longer has. The words of checks are English
 * in every language.
 */
export function remediationOf(
  control: Control,
  failing: readonly FailingRule[],
  language: Language = DEFAULT_LANGUAGE,
): RemediationType {
  const words = messagesOf('remediation', language);
  if (!control.isCurrent) return nothing(words);
  if (failing.length > 0) return fromFailing(failing, words);
  const checks = passingChecksOf(control);
  const known = worstKnown(checks);
  if (known.length === 0) return fromAssessment(control, words);
  const more = checks.length - known.length;
  return naming(fromChecks(known), more > 0 ? words('morePassing', { count: more }) : '');
}

function fromFailing(failing: readonly FailingRule[], words: Words): RemediationType {
  const known = worstKnown(failing.flatMap(({ check }) => check ?? []));
  const [steps, named] =
    known.length > 0
      ? [fromChecks(known), known.length]
      : [fromReport(failing.slice(0, CHECKS_MAX), words), Math.min(failing.length, CHECKS_MAX)];
  const rules = new Set(failing.map(({ check, ruleId }) => check ?? ruleId)).size;
  const more = rules - named;
  return naming(steps, more > 0 ? words('moreFailing', { count: more }) : '');
}

/** The worst checks of which steps are known. */
function worstKnown(checks: readonly Check[]): Check[] {
  const known = [...new Set(checks)].filter(({ remediation }) => remediation !== null);
  return known.sort(bySeverity).slice(0, CHECKS_MAX);
}

/** With a word of the checks that it leaves out. */
function naming({ summary, ...rest }: RemediationType, others: string): RemediationType {
  return { summary: summary + others, ...rest };
}

function nothing(words: Words): RemediationType {
  return { summary: words('gone'), effort: 'low', steps: [], references: [], documentation: [] };
}

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

function fromReport(failing: readonly FailingRule[], words: Words): RemediationType {
  return {
    summary: words('report', { titles: failing.map(({ title }) => title).join('; ') }),
    effort: 'medium',
    steps: failing.map(({ title, ruleId }, index) => ({
      order: index + 1,
      title,
      instruction: words('rule', { rule: ruleId }),
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

function fromAssessment(control: Control, words: Words): RemediationType {
  const universal = control.mappings.map(({ universalControl }) => universalControl);
  return {
    summary: words('assess', { universalControls: universal.map(({ code }) => code).join(', ') }),
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
