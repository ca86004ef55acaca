import { messagesOf } from '../../messages/messages.js';
import { ENGLISH, type Wording } from '../../messages/translated.js';
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
export function remediationOf(
  control: Control,
  failing: readonly FailingRule[],
  wording: Wording = ENGLISH,
): RemediationType {
  const words = wordsOf(wording);
  if (!control.isCurrent)
    return { summary: words('gone'), effort: 'low', steps: [], references: [], documentation: [] };
  if (failing.length > 0) return fromFailing(failing, wording);
  const checks = passingChecksOf(control);
  const known = worstKnown(checks);
  if (known.length === 0) return fromAssessment(control, wording);
  const more = checks.length - known.length;
  return naming(fromChecks(known, wording), more > 0 ? words('morePassing', { count: more }) : '');
}

function wordsOf({ language }: Wording) {
  return messagesOf('remediation', language);
}

function fromFailing(failing: readonly FailingRule[], wording: Wording): RemediationType {
  const known = worstKnown(failing.flatMap(({ check }) => check ?? []));
  const [steps, named] =
    known.length > 0
      ? [fromChecks(known, wording), known.length]
      : [fromReport(failing.slice(0, CHECKS_MAX), wording), Math.min(failing.length, CHECKS_MAX)];
  const rules = new Set(failing.map(({ check, ruleId }) => check ?? ruleId)).size;
  const more = rules - named;
  return naming(steps, more > 0 ? wordsOf(wording)('moreFailing', { count: more }) : '');
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
export function remediationOfCheck(check: Check, wording: Wording = ENGLISH): RemediationType | null {
  return check.remediation ? fromChecks([check], wording) : null;
}

function fromChecks(checks: Check[], { text }: Wording): RemediationType {
  const remediations = checks.flatMap(({ remediation }) => (remediation ? [remediation] : []));
  const efforts = ['high', 'medium', 'low'] as const;
  return {
    summary: remediations.map(({ summary }) => text(summary)).join(' '),
    effort: efforts.find((effort) => remediations.some((each) => each.effort === effort)) ?? 'medium',
    steps: remediations
      .flatMap(({ steps }) => steps)
      .map(({ title, instruction, command }, index) => ({
        order: index + 1,
        title: text(title),
        instruction: text(instruction),
        command,
      })),
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

function fromReport(failing: readonly FailingRule[], wording: Wording): RemediationType {
  const words = wordsOf(wording);
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
export function remediationOfAssessment(
  { description, auditQuestion }: Pick<UniversalControl, 'description' | 'auditQuestion'>,
  wording: Wording = ENGLISH,
): RemediationType {
  const { text } = wording;
  return {
    summary: text(description),
    effort: 'medium',
    steps: [{ order: 1, title: wordsOf(wording)('answer'), instruction: text(auditQuestion), command: null }],
    references: [],
    documentation: [],
  };
}

function fromAssessment(control: Control, wording: Wording): RemediationType {
  const universal = control.mappings.map(({ universalControl }) => universalControl);
  return {
    summary: wordsOf(wording)('assess', { universalControls: universal.map(({ code }) => code).join(', ') }),
    effort: 'medium',
    steps: universal.map(({ code, title, description }, index) => ({
      order: index + 1,
      title: `${code}: ${wording.text(title)}`,
      instruction: wording.text(description),
      command: null,
    })),
    references: [],
    documentation: [],
  };
}
