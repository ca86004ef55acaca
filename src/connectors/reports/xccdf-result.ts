import type { FindingStatus, ReportedResource } from '../finding.js';
import type { Draft } from './draft.js';
import { momentOf } from './moment.js';
import { unreadable } from './report-error.js';
import { severityOf } from './severity.js';
import { requirementsIn, type XccdfRules } from './xccdf-rules.js';
import { childrenOf, textIn, type XmlElement } from './xml-element.js';

/** Properties of a TestResult that precede its results. */
export interface TestResult {
  target: string | null;
  endTime: string | null;
}

/** Statuses by result; null where it is no verdict. Source: XCCDF 1.2, table 26. */
const STATUSES: ReadonlyMap<string, FindingStatus | null> = new Map([
  ['pass', 'pass'],
  ['fixed', 'pass'],
  ['fail', 'fail'],
  ['notapplicable', 'not_applicable'],
  ['error', 'unknown'],
  ['unknown', 'unknown'],
  ['notchecked', 'unknown'],
  ['notselected', null],
  ['informational', null],
]);

/** Summary of a result without a message of the checker. */
const WORDS: Record<FindingStatus, string> = {
  pass: 'met',
  fail: 'not met',
  not_applicable: 'not applicable',
  unknown: 'not decided',
};

/**
 * Reads a rule-result: the rule on the target host, or on one instance there. Null where it has no verdict. The
 * rule is the part after `content_rule_` of an id of the SCAP Security Guide, else the whole id.
 * @throws {AppError} VALIDATION_FAILED with line and column when the rule or a known result is missing
 */
export function resultDraft(element: XmlElement, testResult: TestResult, rules: XccdfRules): Draft | null {
  const id = element.attributes.get('idref');
  if (id === undefined || id === '') throw unreadable(`a rule-result without idref at ${element.place}`);
  const [result] = childrenOf(element, 'result');
  const status = STATUSES.get(result?.text.trim() ?? '');
  if (status === undefined) throw unreadable(`a rule-result without a known result at ${element.place}`);
  if (status === null) return null;
  const rule = rules.get(id);
  const ruleId = /content_rule_([^]+)$/.exec(id)?.[1] ?? id;
  const title = rule?.title ?? ruleId;
  const severity = element.attributes.get('severity') ?? rule?.severity ?? null;
  return {
    check: {
      scanner: 'openscap',
      ruleId,
      title,
      severity: severityOf(severity),
      requirements: [...(rule?.requirements ?? []), ...(rule === null ? requirementsIn(element) : [])],
    },
    status,
    resources: hostOf(element, testResult),
    summary: textIn(childrenOf(element, 'message')[0]) ?? `${title}: ${WORDS[status]}`,
    detectedAt: momentOf(element.attributes.get('time') ?? testResult.endTime),
  };
}

function hostOf(element: XmlElement, { target }: TestResult): ReportedResource[] {
  if (target === null) return [];
  const instance = textIn(childrenOf(element, 'instance')[0]);
  const id = instance === null ? target : `${target}/${instance}`;
  return [{ id, name: target, type: 'host', region: null, account: null }];
}
