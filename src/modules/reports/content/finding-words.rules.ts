import { DEFAULT_LANGUAGE } from '../../../messages/language.js';
import { decidingChecksOf } from '../../catalogue/tested-elements.rules.js';
import { findingParts, type FindingParts } from '../../scans/finding-parts.rules.js';
import { hasNote } from '../decision.rules.js';
import type { AffectedResource, AssessmentDecision, ControlFacts, PassedCheck } from '../report-facts.js';
import type { ReportWords } from '../report-words.rules.js';

/** The decision behind a control's status as a sentence, of a pass with every check and the resources it counted; never empty. */
export function findingOf(
  words: ReportWords,
  { control, status, decision, scopeDecision, passedChecks, passedAssessments }: ControlFacts,
): string {
  const { finding } = words;
  if (status === 'not_applicable') {
    return scopeDecision ? finding('outOfScopeBecause', { reason: scopeDecision.reason }) : finding('outOfScope');
  }
  if (decision?.source === 'scan') return scanText(words, decision.finding, passedChecks);
  if (decision) {
    const { universalControl, verdict } = decision;
    const details = decision.details ? ` ${decision.details}` : '';
    return finding(`assessed.${verdict}`, { universalControl, details }) + basisText(words, passedAssessments);
  }
  if (status === 'not_assessed') return finding(decidingChecksOf(control).length > 0 ? 'notShownByTests' : 'noCheck');
  return finding('several');
}

/** On what a pass by assessment rests: who assessed what and when, with a note or without, on how many artifacts. */
function basisText(words: ReportWords, passed: readonly AssessmentDecision[]): string {
  if (passed.length === 0) return '';
  const named = passed.map(({ universalControl, assessedBy, at, evidence: count, ...each }) =>
    words.finding('basis.assessment', {
      universalControl,
      by: assessedBy ?? words.finding('basis.unknown'),
      at: at.toISOString().slice(0, 10),
      note: words.finding(hasNote(each) ? 'basis.note' : 'basis.noNote'),
      evidence: words.finding('basis.evidence', { count }),
    }),
  );
  return words.finding('basis.all', { assessments: named.join('; ') });
}

function scanText(words: ReportWords, stored: string, passed: readonly PassedCheck[]): string {
  const text = words.language === DEFAULT_LANGUAGE ? stored : translated(words, stored);
  const named = passed.map(({ title, resourcesPassed: count }) =>
    words.finding('check', { title: words.content(title), count }),
  );
  return named.length === 0 ? text : words.finding('named', { finding: text, checks: named.join('; ') });
}

/** The finding of a result, which is stored in English, in other words; as it is where it is none that we know. */
export function translated(words: ReportWords, stored: string): string {
  const parts = findingParts(stored);
  if (!parts) return stored;
  const { supporting, accepted } = parts;
  return (
    sentenceOf(words, parts) +
    (supporting === 0 ? '' : words.finding('scan.supporting', { count: supporting })) +
    (accepted === 0 ? '' : words.finding('scan.accepted', { count: accepted }))
  );
}

function sentenceOf({ finding, content }: ReportWords, parts: FindingParts): string {
  const andMore = (names: string, more: number) =>
    more === 0 ? names : `${names}${finding('scan.more', { number: more })}`;
  switch (parts.kind) {
    case 'failed':
      return finding('scan.failed', {
        count: parts.failed,
        ran: parts.ran,
        resources: finding('scan.resource', { count: parts.resources }),
        titles: andMore(parts.titles.split('; ').map(content).join('; '), parts.more),
      });
    case 'passed':
      return finding('scan.passed', {
        count: parts.passed,
        resources: finding('scan.resource', { count: parts.resources }),
      });
    case 'manual':
      return finding('scan.manual');
    case 'no_check':
      return finding('scan.noCheck');
    case 'partly': {
      const { withheld, missing } = parts;
      const held = withheld && { number: withheld.number, reasons: andMore(withheld.reasons, withheld.more) };
      const rest =
        (held ? finding('scan.withheld', held) : '') +
        (missing > 0 ? finding('scan.missing', { number: missing }) : '');
      return finding('scan.partly', { passed: parts.passed, count: parts.total, rest });
    }
  }
}

/** The failing resources of a control, each with its check in the language of the report. What was found of them is in English. */
export function resourcesIn(words: ReportWords, { resources }: ControlFacts): AffectedResource[] {
  return resources.map((each) => ({ ...each, check: words.content(each.check) }));
}
