import type {
  ApplicableControl,
  CommonContent,
  SprsContent,
  StatementOfApplicability,
} from '../content/content.type.js';
import type { ReportDocument, Section, Table } from './document.js';
import { exceptionCounts, exceptionSection } from './exceptions.rules.js';
import { column, CONTROL_COLUMNS, documentHead } from './shared.rules.js';
import { counted } from './words.rules.js';

const EMPTY = 'The framework has no controls.';

/** The statement of applicability as a document. */
export function statementOfApplicabilityDocument(
  content: CommonContent,
  statement: StatementOfApplicability,
): ReportDocument {
  const { controls, applicable_controls: applicable, excluded_controls: excluded, sprs } = statement;
  const intro =
    `${counted(applicable, 'control')} of ${String(controls.length)} apply, ${String(statement.implemented_controls)} of them are ` +
    `implemented; ${String(excluded)} are left out.`;
  const sheet = sheetOf(controls, exceptionCounts(content));
  return {
    ...documentHead(content),
    sections: [
      {
        title: 'Applicability',
        intro,
        blocks: [
          { kind: 'table', table: paperTable(controls), only: 'paper' },
          { kind: 'table', table: sheet, only: 'sheet' },
        ],
      },
      ...(sprs ? [sprsSection(sprs)] : []),
      exceptionSection(content),
    ],
    main: sheet,
  };
}

function paperTable(controls: readonly ApplicableControl[]): Table {
  return {
    title: 'Applicability on paper',
    columns: [
      ...CONTROL_COLUMNS,
      column('applicable', 'Applies', 'text', 9),
      column('justification', 'Justification', 'text', 40),
      column('implementation', 'Implementation', 'text', 16),
      column('assurance', 'Shown', 'state', 10),
      column('approved_by', 'Approved by', 'text', 18),
    ],
    rows: controls.map((each) => [
      each.control_id,
      each.title,
      yesNo(each.applicable),
      each.justification,
      wordsOf(each.implementation),
      each.assurance,
      each.decision?.approved_by ?? null,
    ]),
    empty: EMPTY,
  };
}

function sheetOf(controls: readonly ApplicableControl[], exceptions: ReadonlyMap<string, number>): Table {
  return {
    title: 'Applicability',
    columns: [
      ...CONTROL_COLUMNS,
      column('category', 'Category', 'text', 30),
      column('applicable', 'Applies', 'text', 9),
      column('justification', 'Justification', 'text', 60),
      column('implementation', 'Implementation', 'text', 16),
      column('assurance', 'Shown', 'state', 10),
      column('finding', 'Finding', 'text', 60),
      column('decision', 'Decision', 'text', 13),
      column('outcome', 'Outcome', 'text', 16),
      column('proposed_by', 'Proposed by', 'text', 22),
      column('approved_by', 'Approved by', 'text', 22),
      column('self_approved', 'By the proposer alone', 'text', 12),
      column('approved_at', 'Approved', 'moment', 20),
      column('review_at', 'Review', 'moment', 20),
      column('exceptions', 'Exceptions', 'integer', 11),
    ],
    rows: controls.map(({ decision, ...each }) => [
      each.control_id,
      each.title,
      each.category,
      yesNo(each.applicable),
      each.justification,
      wordsOf(each.implementation),
      each.assurance,
      each.finding,
      decision?.kind ?? null,
      wordsOf(decision?.outcome ?? null),
      decision?.proposed_by ?? null,
      decision?.approved_by ?? null,
      decision && yesNo(decision.self_approved),
      decision?.approved_at ? new Date(decision.approved_at) : null,
      decision && new Date(decision.review_at),
      exceptions.get(each.control_id) ?? 0,
    ]),
    empty: EMPTY,
  };
}

function sprsSection({ score, max, lost_to_failed, lost_to_not_assessed }: SprsContent): Section {
  const text =
    score === null
      ? 'There is no score without a system security plan: CA.L2-3.12.4 has to be passed first.'
      : `${String(score)} of ${String(max)}.`;
  return {
    title: 'SPRS score',
    intro: 'Level 2 of CMMC, by 32 CFR 170.24. What nobody has looked at counts as not implemented.',
    blocks: [
      { kind: 'text', text },
      {
        kind: 'text',
        text:
          `${counted(lost_to_failed, 'point')} lost to failed requirements, ` +
          `${String(lost_to_not_assessed)} to requirements that are not assessed.`,
      },
    ],
  };
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function wordsOf(value: string | null): string | null {
  return value?.replaceAll('_', ' ') ?? null;
}
