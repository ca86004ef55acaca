import { SEVERITIES } from '../../../connectors/finding.js';
import type { CommonContent, GapAnalysis, GapContent } from '../content/content.type.js';
import type { Column, ReportDocument, Table, Task } from './document.js';
import { exceptionSection, exceptionCounts } from './exceptions.rules.js';
import {
  column,
  CONTROL_COLUMNS,
  documentHead,
  evidenceBlocks,
  remediationTable,
  resourceTable,
  taskOf,
} from './shared.rules.js';
import { counted, EFFORT_WORDS, wordOf } from './words.rules.js';

export function gapAnalysisDocument(content: CommonContent, analysis: GapAnalysis): ReportDocument {
  const failing = analysis.gaps.filter(({ status }) => status === 'failed');
  return {
    ...documentHead(content),
    sections: [
      {
        title: 'Unmet controls by priority',
        intro: `${counted(analysis.unmet_controls, 'control')} not met: ${failing.length} failed, ${analysis.unmet_controls - failing.length} that nothing has looked at.`,
        blocks: [
          { kind: 'text', text: analysis.priority_formula },
          {
            kind: 'figures',
            figures: SEVERITIES.map((severity) => ({
              label: wordOf(severity),
              value: String(analysis.by_severity[severity]),
              note: 'unmet controls',
              tone: severity === 'critical' || severity === 'high' ? 'bad' : 'neutral',
            })),
          },
          { kind: 'table', table: paperTable(analysis.gaps), only: 'paper' },
          { kind: 'table', table: gapSheet(analysis.gaps, exceptionCounts(content)), only: 'sheet' },
        ],
      },
      {
        title: 'What to do',
        intro: 'The failed controls in the order of their rank, with what failed and the steps that mend it.',
        blocks: [
          { kind: 'tasks', tasks: failing.map(gapTask) },
          { kind: 'table', table: remediationTable(content.remediation_steps), only: 'sheet' },
          { kind: 'table', table: resourceTable(failing), only: 'sheet' },
          ...evidenceBlocks(content.evidence_references, false),
        ],
      },
      exceptionSection(content),
    ],
    main: gapSheet(analysis.gaps, exceptionCounts(content)),
  };
}

function gapTask(gap: GapContent): Task {
  const { rank, control_id, title, priority, inputs, remediation } = gap;
  const task = taskOf({ rank, control_id, title, priority, severity: inputs.severity, ...remediation });
  const named = gap.affected_resources.slice(0, 3).map(({ id, name }) => name ?? id);
  const more = (gap.resources_failed ?? 0) - named.length;
  const affected = named.length === 0 ? [] : [`Affected: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`];
  return {
    ...task,
    facts: [...task.facts, ['Gains', inputs.frameworks.join(', ')]],
    text: [gap.finding, ...affected, ...task.text],
  };
}

const RANK: Column = column('rank', 'Rank', 'integer', 7);

function paperTable(gaps: readonly GapContent[]): Table {
  return {
    title: 'Gaps on paper',
    columns: [
      RANK,
      ...CONTROL_COLUMNS,
      column('status', 'Status', 'status', 17),
      column('severity', 'Severity', 'severity', 17),
      column('frameworks', 'Frameworks', 'text', 12),
      column('effort', 'Effort', 'text', 15),
      column('priority', 'Priority', 'integer', 9),
    ],
    rows: gaps.map(({ inputs, ...gap }) => [
      gap.rank,
      gap.control_id,
      gap.title,
      gap.status,
      `${wordOf(inputs.severity)} (${inputs.severity_points})`,
      `${inputs.frameworks.length} (${inputs.framework_points})`,
      `${EFFORT_WORDS[inputs.effort]} (${inputs.effort_points})`,
      gap.priority,
    ]),
    empty: 'Every control in scope is met.',
  };
}

function gapSheet(gaps: readonly GapContent[], exceptions: ReadonlyMap<string, number>): Table {
  return {
    title: 'Gaps',
    columns: [
      RANK,
      ...CONTROL_COLUMNS,
      column('category', 'Category', 'text', 30),
      column('status', 'Status', 'status', 14),
      column('priority', 'Priority', 'integer', 9),
      column('severity', 'Severity', 'severity', 13),
      column('severity_points', 'Points of severity', 'integer', 10),
      column('severity_basis', 'Severity from', 'text', 28),
      column('frameworks_gaining', 'Frameworks that gain', 'integer', 12),
      column('framework_points', 'Points of frameworks', 'integer', 12),
      column('frameworks', 'Which', 'text', 36),
      column('effort', 'Effort', 'text', 10),
      column('effort_points', 'Points of effort', 'integer', 10),
      column('resources_failed', 'Resources failed', 'integer', 11),
      column('findings_urls', 'All of them', 'text', 40),
      column('finding', 'Finding', 'text', 60),
      column('remediation', 'Remediation', 'text', 60),
      column('universal_controls', 'Universal controls', 'code', 28),
      column('exceptions', 'Exceptions', 'integer', 11),
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
    empty: 'Every control in scope is met.',
  };
}
