import type { CommonContent, ComplianceSummary, ControlDetail, RemediationStep } from '../content/content.type.js';
import type { ReportDocument, Section, Table } from './document.js';
import { exceptionSection, exceptionCounts } from './exceptions.rules.js';
import type { ReportWords } from '../report-words.rules.js';
import { documentHead } from './head.rules.js';
import {
  categorySection,
  columnsIn,
  controlColumns,
  evidenceBlocks,
  remediationTable,
  resourceTable,
  yesNo,
} from './shared.rules.js';

/** Sections and sheets of a compliance summary. */
export function complianceSummaryDocument(
  words: ReportWords,
  content: CommonContent,
  summary: ComplianceSummary,
): ReportDocument {
  const { controls, categories } = summary;
  const byCategory = {
    title: words.section('compliance.byCategory'),
    intro: words.section('compliance.byCategoryIntro'),
  };
  const references = content.evidence_references;
  return {
    ...documentHead(words, content),
    sections: [
      categorySection(words, byCategory, categories),
      controlSection(words, controls, exceptionCounts(content)),
      remediationSection(words, content.remediation_steps, controls),
      {
        title: words.section('compliance.evidence'),
        intro: words.section('compliance.evidenceIntro', { count: references.length }),
        blocks: evidenceBlocks(words, references, true),
      },
      exceptionSection(words, content),
    ],
    main: controlSheet(words, controls, exceptionCounts(content)),
  };
}

function controlSection(
  words: ReportWords,
  controls: readonly ControlDetail[],
  exceptions: ReadonlyMap<string, number>,
): Section {
  const column = columnsIn(words);
  return {
    title: words.section('compliance.controls'),
    intro: words.section('compliance.controlsIntro'),
    blocks: [
      {
        kind: 'table',
        only: 'paper',
        table: {
          title: words.column('sheet.controls'),
          columns: [
            ...controlColumns(words),
            column('status', 'status', 'status', 15),
            column('assurance', 'shown', 'state', 10),
            column('severity', 'severity', 'severity', 12),
            column('finding', 'finding', 'text', 48),
          ],
          rows: controls.map((each) => [
            each.control_id,
            each.title,
            each.status,
            each.assurance?.level ?? null,
            each.severity,
            each.finding,
          ]),
          empty: words.column('empty.controls'),
        },
      },
      { kind: 'table', table: controlSheet(words, controls, exceptions), only: 'sheet' },
    ],
  };
}

function remediationSection(
  words: ReportWords,
  steps: readonly RemediationStep[],
  controls: readonly ControlDetail[],
): Section {
  const column = columnsIn(words);
  const empty = words.column('empty.remediation');
  return {
    title: words.section('compliance.remediation'),
    intro: steps.length === 0 ? empty : words.section('compliance.remediationIntro', { count: steps.length }),
    blocks: [
      {
        kind: 'table',
        only: 'paper',
        table: {
          title: words.column('sheet.remediation'),
          columns: [
            column('rank', 'rank', 'integer', 7),
            ...controlColumns(words),
            column('severity', 'severity', 'severity', 13),
            column('effort', 'effort', 'text', 11, 'effort'),
            column('summary', 'whatToDo', 'text', 48),
          ],
          rows: steps.map((each) => [each.rank, each.control_id, each.title, each.severity, each.effort, each.summary]),
          empty,
        },
      },
      { kind: 'table', table: remediationTable(words, steps), only: 'sheet' },
      { kind: 'table', table: resourceTable(words, controls), only: 'sheet' },
    ],
  };
}

function controlSheet(
  words: ReportWords,
  controls: readonly ControlDetail[],
  exceptions: ReadonlyMap<string, number>,
): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.controls'),
    columns: [
      ...controlColumns(words),
      column('category', 'category', 'text', 30),
      column('maturity_level', 'level', 'integer', 8),
      column('status', 'status', 'status', 15),
      column('assurance', 'shown', 'state', 10),
      column('mappings_shown', 'mappingsShown', 'integer', 11),
      column('mappings_needed', 'mappingsNeeded', 'integer', 11),
      column('disputed', 'disputed', 'text', 10, 'answer'),
      column('status_since', 'statusSince', 'moment', 20),
      column('severity', 'severity', 'severity', 13),
      column('finding', 'finding', 'text', 60),
      column('resources_passed', 'resourcesPassed', 'integer', 11),
      column('resources_failed', 'resourcesFailed', 'integer', 11),
      column('findings_urls', 'allFindings', 'text', 40),
      column('decided_by', 'decidedBy', 'state', 13),
      column('decided_at', 'decided', 'moment', 20),
      column('in_date', 'inDate', 'text', 9, 'answer'),
      column('assessed_by', 'assessedBy', 'text', 22),
      column('automatic_evidence', 'automaticEvidence', 'integer', 11),
      column('manual_evidence', 'manualEvidence', 'integer', 11),
      column('newest_evidence', 'newestEvidence', 'moment', 20),
      column('universal_controls', 'universalControls', 'code', 28),
      column('exceptions', 'exceptions', 'integer', 11),
    ],
    rows: controls.map((each) => [
      each.control_id,
      each.title,
      each.category,
      each.maturity_level,
      each.status,
      each.assurance?.level ?? null,
      each.assurance?.shown ?? null,
      each.assurance?.needed ?? null,
      yesNo(each.disputed),
      dateOf(each.status_since),
      each.severity,
      each.finding,
      each.resources_passed,
      each.resources_failed,
      each.findings_urls.join(' '),
      each.decided_by?.source ?? null,
      dateOf(each.decided_by?.at ?? null),
      each.decided_by && yesNo(each.decided_by.in_date),
      each.decided_by?.assessed_by ?? null,
      each.evidence.automatic,
      each.evidence.manual,
      dateOf(each.evidence.newest_at),
      each.mappings.map(({ universal_control }) => universal_control).join(', '),
      exceptions.get(each.control_id) ?? 0,
    ]),
    empty: words.column('empty.controls'),
  };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
