import { SEVERITIES, type Severity } from '../../../connectors/finding.js';
import type { CommonContent, GapAnalysis, GapContent } from '../content/content.type.js';
import type { ReportWords } from '../report-words.rules.js';
import type { Figure, ReportDocument, Section, Table, Task } from './document.js';
import { exceptionSection, exceptionCounts } from './exceptions.rules.js';
import { documentHead } from './head.rules.js';
import { columnsIn, controlColumns, evidenceBlocks, remediationTable, resourceTable, taskOf } from './shared.rules.js';

/** Sections and sheets of a gap analysis. */
export function gapAnalysisDocument(words: ReportWords, content: CommonContent, analysis: GapAnalysis): ReportDocument {
  const failing = analysis.gaps.filter(({ status }) => status === 'failed');
  const sheet = gapSheet(words, analysis.gaps, exceptionCounts(content));
  return {
    ...documentHead(words, content),
    sections: [
      {
        title: words.section('gaps.title'),
        intro: words.section('gaps.intro', {
          count: analysis.unmet_controls,
          failed: failing.length,
          open: analysis.unmet_controls - failing.length,
        }),
        blocks: [
          { kind: 'text', text: analysis.priority_formula },
          { kind: 'figures', figures: severityFigures(words, analysis.by_severity, words.section('gaps.unmet')) },
          { kind: 'table', table: paperTable(words, analysis.gaps), only: 'paper' },
          { kind: 'table', table: sheet, only: 'sheet' },
        ],
      },
      toDoSection(words, content, failing),
      exceptionSection(words, content),
    ],
    main: sheet,
  };
}

/** How many controls there are of each severity. */
export function severityFigures(words: ReportWords, counts: Record<Severity, number>, note: string): Figure[] {
  return SEVERITIES.map((severity) => ({
    label: words.nameOf(severity),
    value: words.integer(counts[severity]),
    number: counts[severity],
    note,
    tone: severity === 'critical' || severity === 'high' ? 'bad' : 'neutral',
  }));
}

function toDoSection(words: ReportWords, content: CommonContent, failing: readonly GapContent[]): Section {
  return {
    title: words.section('gaps.toDo'),
    intro: words.section('gaps.toDoIntro'),
    blocks: [
      { kind: 'tasks', tasks: failing.map((gap) => gapTask(words, gap)) },
      { kind: 'table', table: remediationTable(words, content.remediation_steps), only: 'sheet' },
      { kind: 'table', table: resourceTable(words, failing), only: 'sheet' },
      ...evidenceBlocks(words, content.evidence_references, false),
    ],
  };
}

function gapTask(words: ReportWords, gap: GapContent): Task {
  const { rank, control_id, title, priority, inputs, remediation } = gap;
  const task = taskOf(words, { rank, control_id, title, priority, severity: inputs.severity, ...remediation });
  const names = gap.affected_resources
    .slice(0, 3)
    .map(({ id, name }) => name ?? id)
    .join(', ');
  const more = (gap.resources_failed ?? 0) - Math.min(3, gap.affected_resources.length);
  const affected = words.section(more > 0 ? 'gaps.affectedAndMore' : 'gaps.affected', { names, more });
  return {
    ...task,
    facts: [...task.facts, [words.section('gaps.gains'), inputs.frameworks.join(', ')]],
    text: [gap.finding, ...(names === '' ? [] : [affected]), ...task.text],
  };
}

function paperTable(words: ReportWords, gaps: readonly GapContent[]): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.gaps'),
    columns: [
      column('rank', 'rank', 'integer', 7),
      ...controlColumns(words),
      column('status', 'status', 'status', 17),
      column('severity', 'severity', 'severity', 17),
      column('frameworks', 'frameworks', 'text', 12),
      column('effort', 'effort', 'text', 15, 'effort'),
      column('priority', 'priority', 'integer', 9),
    ],
    rows: gaps.map(({ inputs, ...gap }) => [
      gap.rank,
      gap.control_id,
      gap.title,
      gap.status,
      { code: inputs.severity, points: inputs.severity_points },
      `${inputs.frameworks.length} (${inputs.framework_points})`,
      { code: inputs.effort, points: inputs.effort_points },
      gap.priority,
    ]),
    empty: words.column('empty.gaps'),
  };
}

function gapSheet(words: ReportWords, gaps: readonly GapContent[], exceptions: ReadonlyMap<string, number>): Table {
  const column = columnsIn(words);
  return {
    title: words.column('sheet.gaps'),
    columns: [
      column('rank', 'rank', 'integer', 7),
      ...controlColumns(words),
      column('category', 'category', 'text', 30),
      column('status', 'status', 'status', 14),
      column('priority', 'priority', 'integer', 9),
      column('severity', 'severity', 'severity', 13),
      column('severity_points', 'severityPoints', 'integer', 10),
      column('severity_basis', 'severityFrom', 'text', 28),
      column('frameworks_gaining', 'frameworksGaining', 'integer', 12),
      column('framework_points', 'frameworkPoints', 'integer', 12),
      column('frameworks', 'frameworkNames', 'text', 36),
      column('effort', 'effort', 'text', 10, 'effortLevel'),
      column('effort_points', 'effortPoints', 'integer', 10),
      column('resources_failed', 'resourcesFailed', 'integer', 11),
      column('findings_urls', 'allFindings', 'text', 40),
      column('finding', 'finding', 'text', 60),
      column('remediation', 'remediation', 'text', 60),
      column('universal_controls', 'universalControls', 'code', 28),
      column('exceptions', 'exceptions', 'integer', 11),
    ],
    rows: gaps.map(({ inputs, ...gap }) => [
      gap.rank,
      gap.control_id,
      gap.title,
      gap.category,
      gap.status,
      gap.priority,
      inputs.severity,
      inputs.severity_points,
      inputs.severity_basis,
      inputs.frameworks.length,
      inputs.framework_points,
      inputs.frameworks.join(', '),
      inputs.effort,
      inputs.effort_points,
      gap.resources_failed,
      gap.findings_urls.join(' '),
      gap.finding,
      gap.remediation.summary,
      gap.universal_controls.join(', '),
      exceptions.get(gap.control_id) ?? 0,
    ]),
    empty: words.column('empty.gaps'),
  };
}
