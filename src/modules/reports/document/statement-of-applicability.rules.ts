import type { ApplicableControl, SprsContent, StatementOfApplicability } from '../content/applicability.type.js';
import type { CommonContent } from '../content/content.type.js';
import type { ReportDocument, Section, Table } from './document.js';
import { exceptionCounts, exceptionSection } from './exceptions.rules.js';
import type { ReportWords } from '../report-words.rules.js';
import { documentHead } from './head.rules.js';
import { columnsIn, controlColumns, yesNo } from './shared.rules.js';

/** The statement of applicability as a document. */
export function statementOfApplicabilityDocument(
  words: ReportWords,
  content: CommonContent,
  statement: StatementOfApplicability,
): ReportDocument {
  const { controls, applicable_controls: count, excluded_controls: excluded, sprs } = statement;
  const bare = statement.applicable_without_reason;
  const numbers = { count, total: controls.length, implemented: statement.implemented_controls, excluded };
  const sheet = sheetOf(words, controls, exceptionCounts(content));
  return {
    ...documentHead(words, content),
    sections: [
      {
        title: words.section('applicability.title'),
        intro: words.section('applicability.intro', numbers),
        blocks: [
          ...(bare > 0
            ? [{ kind: 'text' as const, text: words.section('applicability.withoutReason', { count: bare }) }]
            : []),
          { kind: 'table', table: paperTable(words, controls), only: 'paper' },
          { kind: 'table', table: sheet, only: 'sheet' },
        ],
      },
      ...(sprs ? [sprsSection(words, sprs)] : []),
      exceptionSection(words, content),
    ],
    main: sheet,
  };
}

function paperTable(words: ReportWords, controls: readonly ApplicableControl[]): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.applicability'),
    columns: [
      ...controlColumns(words),
      column('applicable', 'applies', 'text', 9, 'answer'),
      column('justification', 'justification', 'text', 40),
      column('implementation', 'implementation', 'text', 16, 'implementation'),
      column('assurance', 'shown', 'state', 10),
      column('approved_by', 'approvedBy', 'text', 18),
    ],
    rows: controls.map((each) => [
      each.control_id,
      each.title,
      yesNo(each.applicable),
      each.justification,
      spaced(each.implementation),
      each.assurance,
      each.decision?.approved_by ?? null,
    ]),
    empty: words.column('empty.controls'),
  };
}

function sheetOf(
  words: ReportWords,
  controls: readonly ApplicableControl[],
  exceptions: ReadonlyMap<string, number>,
): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.applicability'),
    columns: [
      ...controlColumns(words),
      column('category', 'category', 'text', 30),
      column('applicable', 'applies', 'text', 9, 'answer'),
      column('justification', 'justification', 'text', 60),
      column('reason_given', 'reasonGiven', 'text', 12, 'answer'),
      column('implementation', 'implementation', 'text', 16, 'implementation'),
      column('assurance', 'shown', 'state', 10),
      column('finding', 'finding', 'text', 60),
      column('decision', 'decision', 'text', 13, 'decision'),
      column('outcome', 'outcome', 'text', 16, 'implementation'),
      column('proposed_by', 'proposedBy', 'text', 22),
      column('approved_by', 'approvedBy', 'text', 22),
      column('self_approved', 'selfApproved', 'text', 12, 'answer'),
      column('approved_at', 'approved', 'moment', 20),
      column('review_at', 'review', 'moment', 20),
      column('exceptions', 'exceptions', 'integer', 11),
    ],
    rows: controls.map(({ decision, ...each }) => [
      each.control_id,
      each.title,
      each.category,
      yesNo(each.applicable),
      each.justification,
      yesNo(each.reason_given),
      spaced(each.implementation),
      each.assurance,
      each.finding,
      decision?.kind ?? null,
      spaced(decision?.outcome ?? null),
      decision?.proposed_by ?? null,
      decision?.approved_by ?? null,
      decision && yesNo(decision.self_approved),
      decision?.approved_at ? new Date(decision.approved_at) : null,
      decision && new Date(decision.review_at),
      exceptions.get(each.control_id) ?? 0,
    ]),
    empty: words.column('empty.controls'),
  };
}

function sprsSection(
  words: ReportWords,
  {
    score,
    assured_score: assured,
    max,
    lost_to_failed: count,
    lost_to_not_assessed: open,
    lost_to_partial: partial,
    partly_implemented: inPart,
    lost_to_partly_implemented: reduced,
  }: SprsContent,
): Section {
  const text =
    score === null ? words.section('applicability.sprsNone') : words.section('applicability.sprsScore', { score, max });
  const inFull =
    assured === null
      ? words.section('applicability.sprsAssuredNone')
      : words.section('applicability.sprsAssured', { score: assured, max, count: partial });
  return {
    title: words.section('applicability.sprs'),
    intro: words.section('applicability.sprsIntro'),
    blocks: [
      { kind: 'text', text },
      { kind: 'text', text: inFull },
      { kind: 'text', text: words.section('applicability.sprsLost', { count, open }) },
      ...(inPart.length > 0
        ? [
            {
              kind: 'text' as const,
              text: words.section('applicability.sprsInPart', { count: reduced, controls: inPart.join(', ') }),
            },
          ]
        : []),
    ],
  };
}

/** A code as CSV has always had it here. */
function spaced(code: string | null): string | null {
  return code?.replaceAll('_', ' ') ?? null;
}
