import { SEVERITIES } from '../../../connectors/finding.js';
import type { CommonContent, ExecutiveSummary, StatusChangeContent } from '../content/content.type.js';
import type { Block, Figure, ReportDocument, Section, Table } from './document.js';
import { exceptionSection } from './exceptions.rules.js';
import { categoryBar, categoryTable, column, CONTROL_COLUMNS, documentHead } from './shared.rules.js';
import { counted, momentText, percentText, wordOf } from './words.rules.js';

export function executiveSummaryDocument(content: CommonContent, summary: ExecutiveSummary): ReportDocument {
  const head = documentHead(content);
  return {
    ...head,
    sections: [
      atAGlance(content, summary),
      trendSection(summary),
      risksSection(summary),
      categoriesSection(summary),
      changesSection(summary),
      exceptionSection(content),
    ],
    main: figureTable(content, summary),
  };
}

function atAGlance({ totals, metadata }: CommonContent, summary: ExecutiveSummary): Section {
  const { failed_by_severity: severities } = summary;
  const change = summary.score_change;
  const moved =
    change === null || change === 0
      ? ''
      : `, ${Math.abs(change).toFixed(1)} points ${change > 0 ? 'more' : 'less'} than after the scan before`;
  const grave = severities.critical + severities.high;
  return {
    title: 'At a glance',
    intro:
      `${counted(totals.passed_controls, 'control')} of ${totals.total_controls} of ${metadata.framework} passed: ` +
      `${totals.assured_controls} of these are shown in full, an assured score of ${percentText(summary.assured_score)}; ` +
      `with the others the score is ${percentText(summary.score)}${moved}. ${counted(totals.failed_controls, 'control')} failed, ` +
      `${grave} of them critical or high. For ${totals.not_assessed_controls} nothing is known yet.`,
    blocks: [
      {
        kind: 'figures',
        figures: [
          figure('Coverage', percentText(summary.coverage_percentage), 'controls with a status'),
          figure('Freshness', percentText(summary.freshness_percentage), 'of these decided in date'),
          figure(
            'Assured before',
            summary.previous_assured_score === null ? 'none' : percentText(summary.previous_assured_score),
            'assured score',
          ),
          figure('Before', summary.previous_score === null ? 'none' : percentText(summary.previous_score), 'score'),
          figure('Change', change === null ? 'none' : signed(change), 'points'),
        ],
      },
      {
        kind: 'figures',
        figures: SEVERITIES.map((severity) => ({
          label: wordOf(severity),
          value: String(severities[severity]),
          note: 'failed controls',
          tone: severity === 'critical' || severity === 'high' ? 'bad' : 'neutral',
        })),
      },
      { kind: 'table', table: { ...figureTable(null, summary), title: 'Figures' }, only: 'sheet' },
    ],
  };
}

function figure(label: string, value: string, note: string): Figure {
  return { label, value, note, tone: 'neutral' };
}

function signed(change: number): string {
  if (change === 0) return '0.0';
  return `${change > 0 ? '+' : '\u2212'}${Math.abs(change).toFixed(1)}`;
}

function trendSection({ trend }: ExecutiveSummary): Section {
  return {
    title: 'Trend',
    intro:
      trend.length < 2
        ? 'There is one scan so far; the next ones will show where this is going.'
        : `The assured score and the score after each of the last ${trend.length} scans.`,
    blocks: [
      {
        kind: 'bars',
        title: 'Assured score after each scan',
        bars: trend.map(({ completed_at, assured_score, assured_controls }) => ({
          label: momentText(new Date(completed_at)),
          percent: assured_score,
          note: `${assured_controls} shown in full`,
        })),
      },
      {
        kind: 'bars',
        title: 'Score after each scan',
        bars: trend.map(({ completed_at, score, passed_controls }) => ({
          label: momentText(new Date(completed_at)),
          percent: score,
          note: `${passed_controls} passed`,
        })),
      },
      {
        kind: 'table',
        only: 'sheet',
        table: {
          title: 'Trend',
          columns: [
            column('completed_at', 'Scan completed', 'moment', 20),
            column('assured_score', 'Assured score', 'percent', 10),
            column('score', 'Score', 'percent', 10),
            column('passed_controls', 'Passed', 'integer', 10),
            column('assured_controls', 'Shown in full', 'integer', 10),
            column('failed_controls', 'Failed', 'integer', 10),
            column('scan_job_id', 'Scan', 'code', 38),
          ],
          rows: trend.map((each) => [
            new Date(each.completed_at),
            each.assured_score,
            each.score,
            each.passed_controls,
            each.assured_controls,
            each.failed_controls,
            each.scan_job_id,
          ]),
          empty: 'There is no scan.',
        },
      },
    ],
  };
}

function risksSection({ top_risks: risks }: ExecutiveSummary): Section {
  return {
    title: 'Top risks',
    intro:
      'The failed controls that matter most, by severity, by how many frameworks gain from the fix, and by effort.',
    blocks: [
      {
        kind: 'table',
        table: {
          title: 'Top risks',
          columns: [
            column('rank', 'Rank', 'integer', 7),
            ...CONTROL_COLUMNS,
            column('severity', 'Severity', 'severity', 12),
            column('finding', 'Finding', 'text', 70),
            column('frameworks', 'Frameworks that gain', 'integer', 11),
            column('priority', 'Priority', 'integer', 9),
          ],
          rows: risks.map(({ rank, control_id, title, inputs, finding, priority }) => [
            rank,
            control_id,
            title,
            inputs.severity,
            finding,
            inputs.frameworks.length,
            priority,
          ]),
          empty: 'No control fails.',
        },
      },
    ],
  };
}

function categoriesSection({ strongest_categories, weakest_categories }: ExecutiveSummary): Section {
  const bars = (title: string, categories: typeof strongest_categories): Block => ({
    kind: 'bars',
    title,
    bars: categories.map(categoryBar),
  });
  return {
    title: 'Strongest and weakest categories',
    intro: 'By the share of their controls that passed.',
    blocks: [
      bars('Strongest', strongest_categories),
      bars('Weakest', weakest_categories),
      { kind: 'table', table: categoryTable(strongest_categories, 'Strongest'), only: 'sheet' },
      { kind: 'table', table: categoryTable(weakest_categories, 'Weakest'), only: 'sheet' },
    ],
  };
}

function changesSection({ changes }: ExecutiveSummary): Section {
  const { improved, worsened, other } = changes;
  const since = changes.since === null ? null : momentText(new Date(changes.since));
  return {
    title: 'What changed',
    intro:
      since === null
        ? 'There is no earlier scan to compare with.'
        : `Since the scan of ${since}: ${improved.length} improved, ${worsened.length} worsened, ${other.length} changed otherwise.`,
    blocks: since === null ? [] : [{ kind: 'table', table: changeTable({ worsened, improved, other }) }],
  };
}

function changeTable(changes: Readonly<Record<string, StatusChangeContent[]>>): Table {
  const words: Readonly<Record<string, string>> = { worsened: 'Worsened', improved: 'Improved', other: 'Other' };
  return {
    title: 'Changes',
    columns: [
      column('change', 'Change', 'text', 12),
      ...CONTROL_COLUMNS,
      column('previous_status', 'Before', 'status', 15),
      column('status', 'Now', 'status', 15),
    ],
    rows: Object.entries(changes).flatMap(([kind, list]) =>
      list.map((each) => [words[kind] ?? kind, each.control_id, each.title, each.previous_status, each.status]),
    ),
    empty: 'No status changed.',
  };
}

/** Table with one row per figure of the summary. */
function figureTable(content: CommonContent | null, summary: ExecutiveSummary): Table {
  const totals: [string, number][] = content
    ? Object.entries({ ...content.totals, exceptions: content.exceptions.length })
    : [];
  const figures: [string, number | null][] = [
    ['assured_score', summary.assured_score],
    ['previous_assured_score', summary.previous_assured_score],
    ['score', summary.score],
    ['previous_score', summary.previous_score],
    ['score_change', summary.score_change],
    ['coverage_percentage', summary.coverage_percentage],
    ['freshness_percentage', summary.freshness_percentage],
    ...totals,
    ...SEVERITIES.map((severity): [string, number] => [`failed_${severity}`, summary.failed_by_severity[severity]]),
    ['improved_controls', summary.changes.improved.length],
    ['worsened_controls', summary.changes.worsened.length],
    ...summary.trend.map(({ completed_at, assured_score }): [string, number] => [
      `assured_score_at_${completed_at}`,
      assured_score,
    ]),
    ...summary.trend.map(({ completed_at, score }): [string, number] => [`score_at_${completed_at}`, score]),
    ...summary.strongest_categories.map(({ category, score }): [string, number] => [`strongest: ${category}`, score]),
    ...summary.weakest_categories.map(({ category, score }): [string, number] => [`weakest: ${category}`, score]),
    ...summary.top_risks.map(({ control_id, priority }): [string, number] => [`top risk: ${control_id}`, priority]),
  ];
  return {
    title: 'Executive summary',
    columns: [column('figure', 'Figure', 'text', 50), column('value', 'Value', 'integer', 14)],
    rows: figures,
    empty: '',
  };
}
