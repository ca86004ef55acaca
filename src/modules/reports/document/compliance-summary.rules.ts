import type { CommonContent, ComplianceSummary, ControlDetail, RemediationStep } from '../content/content.type.js';
import type { ReportDocument, Section, Table } from './document.js';
import { exceptionSection, exceptionCounts } from './exceptions.rules.js';
import {
  categorySection,
  column,
  CONTROL_COLUMNS,
  documentHead,
  evidenceBlocks,
  remediationTable,
  resourceTable,
} from './shared.rules.js';
import { counted, EFFORT_WORDS } from './words.rules.js';

export function complianceSummaryDocument(content: CommonContent, summary: ComplianceSummary): ReportDocument {
  const { controls, categories } = summary;
  return {
    ...documentHead(content),
    sections: [
      categorySection('By category', 'The categories are the framework’s own.', categories),
      controlSection(controls, exceptionCounts(content)),
      remediationSection(content.remediation_steps, controls),
      {
        title: 'Evidence',
        intro: `${counted(content.evidence_references.length, 'artifact')}: of each control the newest. The addresses need a token.`,
        blocks: evidenceBlocks(content.evidence_references, true),
      },
      exceptionSection(content),
    ],
    main: controlSheet(controls, exceptionCounts(content)),
  };
}

function controlSection(controls: readonly ControlDetail[], exceptions: ReadonlyMap<string, number>): Section {
  return {
    title: 'Controls',
    intro: 'Every control of the framework with its status, and what decided it.',
    blocks: [
      {
        kind: 'table',
        only: 'paper',
        table: {
          title: 'Controls on paper',
          columns: [
            ...CONTROL_COLUMNS,
            column('status', 'Status', 'status', 15),
            column('assurance', 'Shown', 'state', 10),
            column('severity', 'Severity', 'severity', 12),
            column('finding', 'Finding', 'text', 48),
          ],
          rows: controls.map((each) => [
            each.control_id,
            each.title,
            each.status,
            each.assurance?.level ?? null,
            each.severity,
            each.finding,
          ]),
          empty: 'The framework has no controls.',
        },
      },
      { kind: 'table', table: controlSheet(controls, exceptions), only: 'sheet' },
    ],
  };
}

function remediationSection(steps: readonly RemediationStep[], controls: readonly ControlDetail[]): Section {
  return {
    title: 'Remediation',
    intro:
      steps.length === 0
        ? 'No control fails: there is nothing to repair.'
        : `${counted(steps.length, 'failed control')}, most urgent first. The gap analysis has the steps, and says what the order rests on.`,
    blocks: [
      {
        kind: 'table',
        only: 'paper',
        table: {
          title: 'Remediation on paper',
          columns: [
            column('rank', 'Rank', 'integer', 7),
            ...CONTROL_COLUMNS,
            column('severity', 'Severity', 'severity', 13),
            column('effort', 'Effort', 'text', 11),
            column('summary', 'What to do', 'text', 48),
          ],
          rows: steps.map((each) => [
            each.rank,
            each.control_id,
            each.title,
            each.severity,
            EFFORT_WORDS[each.effort],
            each.summary,
          ]),
          empty: 'No control fails: there is nothing to repair.',
        },
      },
      { kind: 'table', table: remediationTable(steps), only: 'sheet' },
      { kind: 'table', table: resourceTable(controls), only: 'sheet' },
    ],
  };
}

function controlSheet(controls: readonly ControlDetail[], exceptions: ReadonlyMap<string, number>): Table {
  return {
    title: 'Controls',
    columns: [
      ...CONTROL_COLUMNS,
      column('category', 'Category', 'text', 30),
      column('maturity_level', 'Level', 'integer', 8),
      column('status', 'Status', 'status', 15),
      column('assurance', 'Shown', 'state', 10),
      column('mappings_shown', 'Mappings shown', 'integer', 11),
      column('mappings_needed', 'Mappings needed', 'integer', 11),
      column('disputed', 'Disputed', 'text', 10),
      column('status_since', 'Status since', 'moment', 20),
      column('severity', 'Severity', 'severity', 13),
      column('finding', 'Finding', 'text', 60),
      column('resources_passed', 'Resources passed', 'integer', 11),
      column('resources_failed', 'Resources failed', 'integer', 11),
      column('findings_urls', 'All of them', 'text', 40),
      column('decided_by', 'Decided by', 'state', 13),
      column('decided_at', 'Decided', 'moment', 20),
      column('in_date', 'In date', 'text', 9),
      column('assessed_by', 'Assessed by', 'text', 22),
      column('automatic_evidence', 'Automatic evidence', 'integer', 11),
      column('manual_evidence', 'Manual evidence', 'integer', 11),
      column('newest_evidence', 'Newest evidence', 'moment', 20),
      column('universal_controls', 'Universal controls', 'code', 28),
      column('exceptions', 'Exceptions', 'integer', 11),
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
      each.disputed ? 'yes' : 'no',
      dateOf(each.status_since),
      each.severity,
      each.finding,
      each.resources_passed,
      each.resources_failed,
      each.findings_urls.join(' '),
      each.decided_by?.source ?? null,
      dateOf(each.decided_by?.at ?? null),
      each.decided_by && (each.decided_by.in_date ? 'yes' : 'no'),
      each.decided_by?.assessed_by ?? null,
      each.evidence.automatic,
      each.evidence.manual,
      dateOf(each.evidence.newest_at),
      each.mappings.map(({ universal_control }) => universal_control).join(', '),
      exceptions.get(each.control_id) ?? 0,
    ]),
    empty: 'The framework has no controls.',
  };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
