import type { AffectedResource } from '../report-facts.js';
import type {
  CategoryCounts,
  CommonContent,
  ControlDetail,
  EvidenceReference,
  RemediationStep,
  StatusCounts,
} from '../content/content.type.js';
import type { Metadata } from '../content/metadata.type.js';
import { TYPE_TITLES } from '../report-kinds.js';
import type { Bar, Block, Cell, Column, Figure, ReportDocument, Section, Table, Task } from './document.js';
import { counted, EFFORT_WORDS, momentText, percentText, wordOf } from './words.rules.js';

/** Title, figures and facts at the beginning of every document. */
export function documentHead(content: CommonContent): Omit<ReportDocument, 'sections' | 'main'> {
  const { metadata } = content;
  const isAsOfScan = metadata.as_of === metadata.scan_completed_at;
  return {
    title: TYPE_TITLES[metadata.report_type],
    subject: `${metadata.framework}, ${metadata.version}`,
    organization: metadata.organization,
    assuredScore: content.assured_score,
    score: content.compliance_score,
    figures: statusFigures(content.totals),
    facts: [
      ['Framework', `${metadata.framework}, ${metadata.version}`],
      ['Scope', scopeText(metadata)],
      [
        'Shown in full',
        `${content.totals.assured_controls} of ${counted(content.totals.passed_controls, 'passed control')}`,
      ],
      ['Period', periodText(metadata)],
      ['Sources', sourcesText(metadata)],
      ['Scan', metadata.scan_job_id],
      ['Scan completed', momentText(new Date(metadata.scan_completed_at))],
      [
        'As of',
        `${momentText(new Date(metadata.as_of))}${isAsOfScan ? ', the end of the scan' : ', with all assessments since'}`,
      ],
      ['Generated', momentText(new Date(metadata.generated_at))],
      ['Report', metadata.report_id],
    ],
    provenance: [
      ['organization', metadata.organization],
      ['framework', metadata.framework],
      ['framework_version', metadata.version],
      ['scan_job_id', metadata.scan_job_id],
      ['as_of', metadata.as_of],
      ['report_id', metadata.report_id],
    ],
    generatedAt: new Date(metadata.generated_at),
  };
}

function scopeText({
  scope: { selected, controls_in_scope: inScope, controls_out_of_scope: outside },
}: Metadata): string {
  const chosen = selected === null ? '' : `${selected.join(', ')}: `;
  return `${chosen}${counted(inScope, 'control')}${outside === 0 ? '' : `, ${String(outside)} out of scope`}`;
}

function periodText({ period }: Metadata): string {
  if (!period) return 'No result or assessment decides a status yet';
  return `${momentText(new Date(period.from))} to ${momentText(new Date(period.to))}`;
}

function sourcesText({ sources: { integrations, assessments } }: Metadata): string {
  const read = integrations.map(({ name, type, scanned_at: at }) => `${name} (${type}, ${momentText(new Date(at))})`);
  return [...read, counted(assessments, 'assessment')].join('; ');
}

function statusFigures(totals: StatusCounts): Figure[] {
  const share = (count: number) =>
    totals.total_controls === 0 ? '' : `${percentText((100 * count) / totals.total_controls)} of all`;
  const { passed_controls: passed, failed_controls: failed } = totals;
  const { not_assessed_controls: open, not_applicable_controls: outside } = totals;
  return [
    { label: 'Passed', value: String(passed), note: share(passed), tone: 'good' },
    { label: 'Failed', value: String(failed), note: share(failed), tone: 'bad' },
    { label: 'Not assessed', value: String(open), note: share(open), tone: 'unknown' },
    { label: 'Not applicable', value: String(outside), note: share(outside), tone: 'neutral' },
  ];
}

export function column(key: string, title: string, kind: Column['kind'], width: number): Column {
  return { key, title, kind, width };
}

/** A column with what it shows of a row. */
export type Shown<Row> = readonly [Column, (row: Row) => Cell];

/** A table whose columns stand beside what they show. */
export function tableOf<Row>(
  { title, empty }: Pick<Table, 'title' | 'empty'>,
  rows: readonly Row[],
  shown: readonly Shown<Row>[],
): Table {
  return {
    title,
    columns: shown.map(([each]) => each),
    rows: rows.map((row) => shown.map(([, cellOf]) => cellOf(row))),
    empty,
  };
}

export const CONTROL_COLUMNS = [
  column('control_id', 'Control', 'code', 13),
  column('title', 'Title', 'text', 36),
] as const;

/** Scores of categories as bars, and as a table for spreadsheets. */
export function categorySection(title: string, intro: string, categories: readonly CategoryCounts[]): Section {
  return {
    title,
    intro,
    blocks: [
      {
        kind: 'bars',
        title: 'Share of passed controls',
        bars: categories.map(categoryBar),
      },
      { kind: 'table', table: categoryTable(categories), only: 'sheet' },
    ],
  };
}

/** The score of a category as a bar. */
export function categoryBar({ category, score, ...counts }: CategoryCounts): Bar {
  const { passed_controls: passed, assured_controls: assured, total_controls: total } = counts;
  return { label: category, percent: score, note: `${passed} of ${total}, ${assured} in full` };
}

export function categoryTable(categories: readonly CategoryCounts[], title = 'Categories'): Table {
  return {
    title,
    columns: [
      column('category', 'Category', 'text', 40),
      column('total_controls', 'Controls', 'integer', 10),
      column('passed_controls', 'Passed', 'integer', 10),
      column('assured_controls', 'Shown in full', 'integer', 10),
      column('failed_controls', 'Failed', 'integer', 10),
      column('not_assessed_controls', 'Not assessed', 'integer', 12),
      column('not_applicable_controls', 'Not applicable', 'integer', 13),
      column('assured_score', 'Assured score', 'percent', 10),
      column('score', 'Score', 'percent', 10),
    ],
    rows: categories.map((each) => [
      each.category,
      each.total_controls,
      each.passed_controls,
      each.assured_controls,
      each.failed_controls,
      each.not_assessed_controls,
      each.not_applicable_controls,
      each.assured_score,
      each.score,
    ]),
    empty: 'There are no categories.',
  };
}

/** Remediation of a failed control. */
export function taskOf(step: Omit<RemediationStep, 'references'>): Task {
  return {
    title: `${step.rank}. ${step.control_id} ${step.title}`,
    facts: [
      ['Severity', wordOf(step.severity)],
      ['Effort', EFFORT_WORDS[step.effort]],
      ['Priority', String(step.priority)],
    ],
    text: [step.summary],
    steps: step.steps,
  };
}

/** Table with one row per remediation step of every failed control. */
export function remediationTable(steps: readonly RemediationStep[]): Table {
  return {
    title: 'Remediation',
    columns: [
      column('rank', 'Rank', 'integer', 7),
      ...CONTROL_COLUMNS,
      column('severity', 'Severity', 'severity', 13),
      column('effort', 'Effort', 'text', 11),
      column('step', 'Step', 'integer', 7),
      column('step_title', 'What', 'text', 34),
      column('instruction', 'How', 'text', 60),
      column('command', 'Command', 'code', 50),
    ],
    rows: steps.flatMap((each) =>
      each.steps.map(({ order, title, instruction, command }) => [
        each.rank,
        each.control_id,
        each.title,
        each.severity,
        EFFORT_WORDS[each.effort],
        order,
        title,
        instruction,
        command,
      ]),
    ),
    empty: 'No control fails: there is nothing to repair.',
  };
}

/** Table of the artifacts that the report refers to; without hashes and URLs on paper. */
export function evidenceBlocks(references: readonly EvidenceReference[], isOnPaper: boolean): Block[] {
  const columns = [
    column('control_ids', 'Controls', 'code', 16),
    column('evidence_title', 'Artifact', 'text', 40),
    column('type', 'Type', 'state', 13),
    column('collected_at', 'Collected', 'moment', 21),
    column('expires_at', 'Expires', 'day', 13),
    column('in_date', 'In date', 'text', 9),
  ];
  const rows = references.map((each): Cell[] => [
    each.control_ids.join(', '),
    each.withdrawn === null ? each.title : `${each.title} (withdrawn: ${each.withdrawn.reason_code})`,
    each.type,
    new Date(each.collected_at),
    each.expires_at === null ? null : new Date(each.expires_at),
    each.in_date ? 'yes' : 'no',
  ]);
  const empty = 'There is no evidence yet.';
  const sheet: Table = {
    title: 'Evidence',
    columns: [
      ...columns,
      column('file_name', 'File', 'text', 30),
      column('size', 'Bytes', 'integer', 12),
      column('sha256', 'SHA-256', 'code', 66),
      column('href', 'Address', 'link', 60),
    ],
    rows: references.map(({ file_name, size, sha256, href }, index) => [
      ...(rows[index] ?? []),
      file_name,
      size,
      sha256,
      href,
    ]),
    empty,
  };
  const paper: Table = { title: 'Evidence on paper', columns, rows, empty };
  return [
    ...(isOnPaper ? [{ kind: 'table' as const, table: paper, only: 'paper' as const }] : []),
    { kind: 'table', table: sheet, only: 'sheet' },
  ];
}

/** Table of failing resources, a few per control. */
export function resourceTable(
  controls: readonly (Pick<ControlDetail, 'control_id'> & { affected_resources: AffectedResource[] })[],
): Table {
  return {
    title: 'Failing resources',
    columns: [
      column('control_id', 'Control', 'code', 13),
      column('check', 'Check', 'text', 40),
      column('resource_id', 'Resource', 'code', 44),
      column('resource_type', 'Type', 'text', 18),
      column('region', 'Region', 'text', 13),
      column('account', 'Account', 'code', 16),
      column('summary', 'What was found', 'text', 60),
    ],
    rows: controls.flatMap(({ control_id, affected_resources }) =>
      affected_resources.map(({ id, name, type, region, account, check, summary }) => [
        control_id,
        check,
        id === '' ? (name ?? '') : id,
        type,
        region,
        account,
        summary,
      ]),
    ),
    empty: 'No resource fails.',
  };
}
