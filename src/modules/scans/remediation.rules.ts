import { SEVERITIES } from '../../connectors/finding.js';
import type { Check, Control } from '../catalogue/catalogue.js';
import type { RemediationType } from '../catalogue/catalogue.type.js';

const CHECKS_MAX = 3;

/**
 * How to make a control pass: the steps of the checks that fail now, else of all its checks; worst first, at most three
 * checks. Where no check decides it: the assessment of its universal controls.
 */
export function remediationOf(control: Control, failingChecks: readonly string[]): RemediationType {
  const known = control.checks.filter(({ remediation }) => remediation !== null);
  const failing = known.filter(({ id }) => failingChecks.includes(id));
  const checks = (failing.length > 0 ? failing : [...known]).sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  return checks.length > 0 ? fromChecks(checks.slice(0, CHECKS_MAX)) : fromAssessment(control);
}

function fromChecks(checks: Check[]): RemediationType {
  const remediations = checks.flatMap(({ remediation }) => (remediation ? [remediation] : []));
  const efforts = ['high', 'medium', 'low'] as const;
  return {
    summary: remediations.map(({ summary }) => summary).join(' '),
    effort: efforts.find((effort) => remediations.some((each) => each.effort === effort)) ?? 'medium',
    steps: remediations.flatMap(({ steps }) => steps).map((step, index) => ({ order: index + 1, ...step })),
    references: [...new Set(checks.flatMap(({ references }) => references))],
  };
}

function fromAssessment(control: Control): RemediationType {
  const universal = control.mappings.map(({ universalControl }) => universalControl);
  return {
    summary: `No automated check reaches this control: put it in place, keep the evidence, and assess ${universal
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
  };
}
